package planted

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whether each bug is found shows only a run of what finds it: see the command plant.
func TestEveryPlantedBugStillFitsTheCode(t *testing.T) {
	t.Parallel()
	bugs, err := Bugs()
	if err != nil {
		t.Fatal(err)
	}
	code, err := readModule("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, bug := range bugs {
		if !strings.HasSuffix(bug.Breaks, ".") {
			t.Errorf("%s does not say in a sentence what it breaks: %q", bug.Name, bug.Breaks)
		}
		planted, err := bug.plant("../..", code)
		if err != nil {
			t.Error(err)
		}
		for file, text := range planted.Texts {
			if !strings.HasSuffix(file, ".go") {
				continue
			}
			if _, err := parser.ParseFile(token.NewFileSet(), file, text, 0); err != nil {
				t.Errorf("%s: %v", bug.Name, err)
			}
		}
	}
}

func TestABugThatDoesNotFitIsRefused(t *testing.T) {
	t.Parallel()
	const head = "It breaks this.\nfound by: simulation\n"
	for text, want := range map[string]string{
		"in: planted.parse\n-no such code\n+other code":      "has this 0 times",
		"in: planted.parse\n-bug":                            "times",
		"in: planted.noSuchFunction\n-return\n+":             "the code declares planted.noSuchFunction 0 times",
		"in: planted.Bug\n+new code":                         "has no body",
		"in: migrations/eventstore/00002_events.sql\n-no\n+": "times",
	} {
		bug, err := parse(head + text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bug.Plant("../.."); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"", "It breaks.\nfound by: simulation", "It breaks.\n-a\n+b", head + "in: a.b\nno sign"} {
		if _, err := parse(text); err == nil {
			t.Errorf("%q is a planted bug", text)
		}
	}
}

func TestCodeIsTheSameHoweverItIsLaidOut(t *testing.T) {
	t.Parallel()
	const code = "if a && // why\n\tb(1,\n\t\t2) {\n\treturn `x\n y`\n}"
	for old, want := range map[string]int{
		"if a && b(1, 2) {": 1,
		"b( 1,2 )":          1,
		"return `x\n y`":    1,
		" y`\n":             1, // a part of a literal
		"if a && b(1, 3) {": 0,
		"A":                 0,
		"":                  0,
	} {
		if found := occurrences(code, old); len(found) != want {
			t.Errorf("%q stands there %d times, want %d", old, len(found), want)
		}
	}
	if found := occurrences("a + a", "a"); len(found) != 2 {
		t.Errorf("found %v", found)
	}
}

func TestEditsOfOneFileKeepOutOfEachOthersWay(t *testing.T) {
	t.Parallel()
	bug, err := parse("It breaks.\nfound by: x\nin: planted.piece.same\n+	panic(1)\nin: planted.piece.same\n-p.text == other.text\n+false")
	if err != nil {
		t.Fatal(err)
	}
	planted, err := bug.Plant("../..")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(planted.Texts["test/planted/tokens.go"]), " ")
	if !strings.HasSuffix(text, "bool { panic(1) return false }") {
		t.Error(text)
	}
}

// A test that was renamed finds nothing under its former name.
func TestTheTestsThatFindABugAreThere(t *testing.T) {
	t.Parallel()
	bugs, err := Bugs()
	if err != nil {
		t.Fatal(err)
	}
	for _, bug := range bugs {
		for found := range strings.SplitSeq(bug.FoundBy, ", ") {
			folder, names, named := strings.Cut(found, " -run ")
			if !named {
				continue
			}
			tests := testsOf(t, "../../"+folder)
			for name := range strings.SplitSeq(names, "|") {
				if !strings.Contains(tests, "func "+name) {
					t.Errorf("%s: %s has no %s", bug.Name, folder, name)
				}
			}
		}
	}
}

// testsOf returns the texts of the tests of a package.
func testsOf(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

func TestTheTableOfTheReadmeHasEveryBug(t *testing.T) {
	t.Parallel()
	bugs, err := Bugs()
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, bug := range bugs {
		if !strings.Contains(string(readme), "\n| `"+bug.Name+"` | "+bug.Breaks+" |") {
			t.Errorf("the table lacks %s, or says something else of it", bug.Name)
		}
	}
}
