package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ofDriver are the names of database/sql/driver that all packages may use: connections to hand on, and the error
// of a broken connection.
var ofDriver = []string{"Connector", "Conn", "ErrBadConn"}

// Each trick over lib/pq has its reason and its tests in package wire.
func TestTricksOverTheDriverAreInWire(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		pkg := path.Dir(file)
		isProduction := mayImport[strings.Split(pkg, "/")[0]] != nil
		if !isProduction || strings.HasSuffix(file, "_test.go") || pkg == "eventstore/wire" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && of.Name == "driver" && !slices.Contains(ofDriver, n.Sel.Name) {
					t.Errorf("%s uses driver.%s: package wire wraps connections", file, n.Sel.Name)
				}
			case *ast.BasicLit:
				text, err := strconv.Unquote(n.Value)
				if n.Kind == token.STRING && err == nil && (strings.HasPrefix(text, "EXECUTE ") || strings.HasPrefix(text, "PREPARE ")) {
					t.Errorf("%s prepares statements by SQL: package wire has Pipeline and Preparing", file)
				}
			}
			return true
		})
	}
}
