package mutation

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
)

// Instrumented is a package with a switch at each place that a mutant changes.
type Instrumented struct {
	// Path is the path of the package from the module's root.
	Path string
	// Mutants are numbered from 1, in the order of the files.
	Mutants []Mutant
	// texts are the files with their switches, and the file that declares the switch, by absolute path. sources
	// are the original files.
	texts, sources map[string][]byte
}

// Instrument reads the package in a folder below root. It does not change the package's tests.
func Instrument(root, path string) (*Instrumented, error) {
	found, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
		Dir:  root,
	}, "./"+path)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 || len(found[0].Errors) > 0 || len(found[0].Syntax) == 0 {
		return nil, fmt.Errorf("%s is not a package that builds: %v", path, found)
	}
	p := found[0]
	in := &Instrumented{Path: path, texts: map[string][]byte{}, sources: map[string][]byte{}}
	for i, file := range p.Syntax {
		v := &visitor{in: in, root: root, files: p.Fset, types: p.TypesInfo, pkg: p.Types, spans: map[ast.Node][2]token.Pos{}}
		if err := in.source(p.GoFiles[i]); err != nil {
			return nil, err
		}
		file.Comments = nil // comments would be printed at the wrong places
		astutil.Apply(file, v.enter, v.leave)
		var text bytes.Buffer
		if err := printer.Fprint(&text, p.Fset, file); err != nil {
			return nil, err
		}
		in.texts[p.GoFiles[i]] = text.Bytes()
	}
	in.texts[filepath.Join(filepath.Dir(p.GoFiles[0]), "mutation_switch.go")] = []byte("package " + p.Name + switchCode)
	if len(in.Mutants) == 0 {
		return nil, errors.New(path + " has nothing to change")
	}
	return in, nil
}

// visitor changes a file from the leaves up, so that a change contains the changes of its parts.
type visitor struct {
	in       *Instrumented
	root     string
	files    *token.FileSet
	types    *types.Info
	pkg      *types.Package
	function string
	// constants counts the declarations around the node whose values must be constant.
	constants int
	// spans are the positions of the nodes in the sources, because changed nodes have no position.
	spans map[ast.Node][2]token.Pos
}

func (v *visitor) enter(c *astutil.Cursor) bool {
	if node := c.Node(); node != nil {
		v.spans[node] = [2]token.Pos{node.Pos(), node.End()}
	}
	switch node := c.Node().(type) {
	case *ast.FuncDecl:
		v.function = node.Name.Name
	case *ast.GenDecl:
		if node.Tok == token.CONST {
			v.declaredConstants(node)
			return false
		}
		return node.Tok == token.VAR
	case *ast.ArrayType:
		v.constants++
	case *ast.UnaryExpr, *ast.BinaryExpr:
		if v.types.Types[node.(ast.Expr)].Value != nil {
			if v.constants == 0 && replaceable(c) {
				v.computed(c, node.(ast.Expr))
			}
			return false // its parts have no types of their own
		}
	}
	return true
}

func (v *visitor) leave(c *astutil.Cursor) bool {
	switch node := c.Node().(type) {
	case *ast.FuncDecl:
		v.function = ""
	case *ast.ArrayType:
		v.constants--
	case ast.Expr:
		if v.constants == 0 {
			v.expression(c, node)
		}
	case ast.Stmt:
		v.statement(c, node)
	}
	return true
}

// add numbers a mutant at a node.
func (v *visitor) add(node ast.Node, change string, args ...any) *Mutant {
	at := v.files.Position(v.spans[node][0])
	if file, err := filepath.Rel(v.root, at.Filename); err == nil {
		at.Filename = file
	}
	v.in.Mutants = append(v.in.Mutants, Mutant{ID: len(v.in.Mutants) + 1, At: at, Function: cmp.Or(v.function, "-"), Change: fmt.Sprintf(change, args...)})
	return &v.in.Mutants[len(v.in.Mutants)-1]
}

// typeOf returns the type of an expression in the sources, nil for a changed expression.
func (v *visitor) typeOf(e ast.Expr) types.Type { return v.types.TypeOf(e) }

// text is a node's text in the sources, on one line.
func (v *visitor) text(node ast.Node) string {
	span := v.spans[node]
	begin, end := v.files.Position(span[0]), v.files.Position(span[1])
	line := strings.Join(strings.Fields(string(v.in.sources[begin.Filename][begin.Offset:end.Offset])), " ")
	if len(line) > 90 {
		line = line[:90] + " ..."
	}
	return line
}

// switchCode is the file that all instrumented files of a package share.
const switchCode = `

import (
	"os"
	"strconv"
)

var mutationSwitch, _ = strconv.Atoi(os.Getenv("` + switchVariable + `"))

func mutationOf[T any](id int, sound, changed T) T {
	if id == mutationSwitch {
		return changed
	}
	return sound
}

func mutationOfLazy(id int, sound, changed func() bool) bool {
	if id == mutationSwitch {
		return changed()
	}
	return sound()
}

func mutationKeeps(id int) bool { return id != mutationSwitch }
`
