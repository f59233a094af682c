package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testName    = regexp.MustCompile("`(Test[A-Z]\\w+)`")
	declaration = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
)

func TestEveryNamedTestExists(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(filepath.Clean(path))
		for _, match := range declaration.FindAllSubmatch(source, -1) {
			declared[string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t) {
		for _, match := range testName.FindAllStringSubmatch(text(t, page), -1) {
			if !declared[match[1]] && match[1] != "TestName" {
				t.Errorf("%s names %s, which does not exist", page, match[1])
			}
		}
	}
}
