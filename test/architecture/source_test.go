package architecture

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module.
const root = "../.."

// goFiles lists the Go files of the module that people write, relative to root.
func goFiles(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(allGoFiles(t), func(file string) bool { return strings.HasSuffix(file, ".gen.go") })
}

// allGoFiles lists the generated ones, too.
func allGoFiles(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "bin" || entry.Name() == "data") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			files = append(files, filepath.ToSlash(relative))
		}
		return nil
	})
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}
