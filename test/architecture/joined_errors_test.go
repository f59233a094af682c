package architecture

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// cmp.Or keeps the first error and drops the second, which may be the one that explains the trouble. The names of errors
// are err, or end with Err.
func TestErrorsAreJoinedAndNoneIsDropped(t *testing.T) {
	t.Parallel()
	isError := func(e ast.Expr) bool {
		name, ok := e.(*ast.Ident)
		if field, isField := e.(*ast.SelectorExpr); isField {
			name, ok = field.Sel, true
		}
		return ok && (name.Name == "err" || strings.HasSuffix(name.Name, "Err"))
	}
	for _, file := range goFiles(t) {
		if strings.HasPrefix(file, "test/") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		files := token.NewFileSet()
		ast.Inspect(parsedFile(t, file, files), func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !slices.ContainsFunc(call.Args, isError) {
				return true
			}
			if called, ok := call.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Or" {
				if pkg, ok := called.X.(*ast.Ident); ok && pkg.Name == "cmp" {
					t.Errorf("%s:%d keeps one of several errors: use errors.Join", file, files.Position(n.Pos()).Line)
				}
			}
			return true
		})
	}
}
