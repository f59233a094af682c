package migrations

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A final file is never changed: -new adds the hashes of further files, and touches no other.
var addNew = flag.Bool("new", false, "write the hashes of new migrations of the log and the state")

// A database was made from the files as they were at each upgrade. If a file were edited, such a database
// would stay as it is, while a new database would get something else.
func TestNoMigrationOfTheLogOrTheStateThatLandedIsEdited(t *testing.T) {
	t.Parallel()
	for _, s := range []schema{eventStore, state} {
		names, err := fs.Glob(s.files, s.folder+"/*.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(s.files, name)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(text)
			checkFinal(t, name, hex.EncodeToString(sum[:]))
		}
		kept, err := filepath.Glob("testdata/final/" + s.folder + "/*.sha256")
		if err != nil || len(kept) == 0 {
			t.Fatalf("no hashes of %s, %v", s.folder, err)
		}
		for _, name := range kept {
			file := s.folder + "/" + strings.TrimSuffix(filepath.Base(name), ".sha256")
			if _, err := fs.Stat(s.files, file); err != nil {
				t.Errorf("%s landed, and is gone: %v", file, err)
			}
		}
	}
}

// checkFinal compares the hash of a migration with the one that was recorded when it became final.
func checkFinal(t *testing.T, name, sum string) {
	t.Helper()
	kept := filepath.Join("testdata", "final", name+".sha256")
	want, err := os.ReadFile(kept)
	switch {
	case errors.Is(err, fs.ErrNotExist) && *addNew:
		if err := os.WriteFile(kept, []byte(sum+"\n"), 0o600); err != nil {
			t.Error(err)
		}
	case errors.Is(err, fs.ErrNotExist):
		t.Errorf("%s is new: add its hash with go test ./migrations -run Landed -new, and commit %s", name, kept)
	case err != nil:
		t.Error(err)
	case strings.TrimSpace(string(want)) != sum:
		t.Errorf("%s has landed and was edited: take the edit back, and add a further file", name)
	}
}
