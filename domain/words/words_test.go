package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gateway/domain/words"
)

// TestEachTextHasAllLanguages reads the source, because texts are variables of many names.
func TestEachTextHasAllLanguages(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok || len(literal.Elts) != 2 {
				return true
			}
			id, en := textOf(literal.Elts[0]), textOf(literal.Elts[1])
			if id == nil || en == nil {
				return true
			}
			found++
			if strings.TrimSpace(*id) == "" || strings.TrimSpace(*en) == "" {
				t.Errorf("%s: %q, %q: a language is missing", name, *id, *en)
			}
			if strings.Count(*id, "%") != strings.Count(*en, "%") {
				t.Errorf("%s: %q and %q take other arguments", name, *id, *en)
			}
			return true
		})
	}
	if found < 50 {
		t.Fatalf("only %d texts were found: the test looks in the wrong place", found)
	}
}

func textOf(e ast.Expr) *string {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return nil
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return nil
	}
	return &text
}

func TestEachAccountHasAHint(t *testing.T) {
	t.Parallel()
	for account := range words.Accounts {
		if _, ok := words.AccountHints[account]; !ok {
			t.Errorf("no text says what %s holds", account)
		}
	}
}
