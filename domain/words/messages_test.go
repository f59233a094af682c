package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gateway/domain/words"
)

// forPrograms are folders whose refusals reach no page: they answer providers, and callers of the API without a form.
var forPrograms = []string{"/http/outbound/", "/http/simulator/", "/http/api/notificationapi/", "/projections/reactor/"}

// passedOn are messages that other messages make up.
var passedOn = []string{"%s", "is %s"}

// Every message about a field that the source makes has words in Indonesian, so that no page says only "check it".
func TestEveryMessageAboutAFieldHasIndonesianWords(t *testing.T) {
	t.Parallel()
	verbs := strings.NewReplacer("%%", "%", "%d", "5", "%q", `"x"`, "%s", "x", "%v", "x")
	found := 0
	for _, message := range messagesOfFields(t) {
		if slices.Contains(passedOn, message) {
			continue
		}
		found++
		if message == "must be %s%s" { // the JSON type that is wanted, and where
			message = "must be an array"
		}
		english := verbs.Replace(message)
		if said := words.FieldProblem(words.Indonesian, english); said == english || strings.HasPrefix(said, "isian ini tidak dapat diterima") {
			t.Errorf("%q has no words in Indonesian: %q", message, said)
		}
	}
	if found < 200 {
		t.Errorf("only %d messages were found in the source", found)
	}
}

func messagesOfFields(t *testing.T) (all []string) {
	t.Helper()
	for _, dir := range []string{"domain", "http", "projections"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, entry fs.DirEntry, err error) error {
			skip := entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, ".gen.go") ||
				slices.ContainsFunc(forPrograms, func(part string) bool { return strings.Contains(path, part) })
			if err != nil || skip {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 1 && strings.HasSuffix(nameOf(call.Fun), "InvalidField") {
					if message := joined(call.Args[1]); message != "" {
						all = append(all, message)
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func nameOf(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// joined returns a literal, or a sum of them; "" for what is not in the source.
func joined(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.BinaryExpr:
		return joined(e.X) + joined(e.Y)
	}
	return ""
}
