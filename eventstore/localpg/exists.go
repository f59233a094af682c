package localpg

import (
	"fmt"
	"path/filepath"
)

// Exists reports whether the data directory holds a cluster. It creates nothing. It returns an error if the
// directory's link leads to a cluster that is gone.
func Exists(dataDir string) (bool, error) {
	abs, err := filepath.Abs(dataDir)
	if err != nil {
		return false, fmt.Errorf("data directory: %w", err)
	}
	data, err := resolveCluster(filepath.Join(abs, "cluster"))
	return data != "", err
}
