package planted

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// That each is found needs a run of what finds it: see the command plant.
func TestEveryPlantedBugStillFitsTheCode(t *testing.T) {
	t.Parallel()
	bugs, err := Bugs()
	if err != nil {
		t.Fatal(err)
	}
	for _, bug := range bugs {
		if !strings.HasSuffix(bug.Breaks, ".") {
			t.Errorf("%s does not say in a sentence what it breaks: %q", bug.Name, bug.Breaks)
		}
		texts, err := bug.changed("../..")
		if err != nil {
			t.Error(err)
		}
		for file, text := range texts {
			if !strings.HasSuffix(file, ".go") {
				continue
			}
			if _, err := parser.ParseFile(token.NewFileSet(), file, text, 0); err != nil {
				t.Errorf("%s: %v", bug.Name, err)
			}
		}
	}
}

func TestABugWhoseCodeMovedIsRefused(t *testing.T) {
	t.Parallel()
	bug, err := parse("It breaks this.\nfound by: simulation\nfile: test/planted/planted.go\n@@\n no such line\n+another")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bug.Overlay("../..", t.TempDir()); err == nil || !strings.Contains(err.Error(), "0 times") {
		t.Errorf("an edit of a line that is not there: %v", err)
	}
	for _, text := range []string{"", "It breaks.\nfound by: simulation", "It breaks.\n@@\n a\n+b", "It breaks.\nfound by: x\nfile: y\n@@\nno sign"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q is a planted bug", text)
		}
	}
}
