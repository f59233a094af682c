package planted

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// declaration is the text of one function, method, type, variable or constant of a module.
type declaration struct {
	// file is the path from the module's root; begin and end are offsets in its text.
	file       string
	begin, end int
	// body is the offset after the brace that opens a function's body, 0 for other declarations.
	body int
}

// module is the Go code of a module, without its tests.
type module struct {
	// declared holds the declarations by name: the package's path from the module's root, and the declaration's
	// own name, as in `domain/balance.State.hold`.
	declared map[string][]declaration
	// texts are the texts of the files.
	texts map[string]string
}

// readModule parses the module with that root.
func readModule(root string) (*module, error) {
	m := &module{declared: map[string][]declaration{}, texts: map[string]string{}}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "bin" || name == "data" || name == "node_modules" || name == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return m.add(root, path)
	})
	return m, err
}

func (m *module) add(root, path string) error {
	file, err := filepath.Rel(root, path)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	m.texts[file] = string(text)
	offset := func(p token.Pos) int { return files.Position(p).Offset }
	for _, node := range tree.Decls {
		switch node := node.(type) {
		case *ast.FuncDecl:
			d := declaration{file: file, begin: offset(node.Pos()), end: offset(node.End())}
			if node.Body != nil {
				d.body = offset(node.Body.Lbrace) + 1
			}
			m.declare(file, receiver(node)+node.Name.Name, d)
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				d := declaration{file: file, begin: offset(spec.Pos()), end: offset(spec.End())}
				for _, name := range namesOf(spec) {
					m.declare(file, name, d)
				}
			}
		}
	}
	return nil
}

func (m *module) declare(file, name string, d declaration) {
	name = filepath.ToSlash(filepath.Dir(file)) + "." + name
	m.declared[name] = append(m.declared[name], d)
}

// receiver returns `State.` for a method of State or *State, and "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	kind := f.Recv.List[0].Type
	for {
		switch t := kind.(type) {
		case *ast.StarExpr:
			kind = t.X
		case *ast.IndexExpr:
			kind = t.X
		case *ast.IndexListExpr:
			kind = t.X
		case *ast.Ident:
			return t.Name + "."
		default:
			return ""
		}
	}
}

func namesOf(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		names = append(names, spec.Name.Name)
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// find finds the only declaration with that name. The path of its package may be cut at the left, down to the
// package's own name, as long as the name stays unique.
func (m *module) find(name string) (declaration, error) {
	var found []declaration
	for full, ds := range m.declared {
		if full == name || strings.HasSuffix(full, "/"+name) {
			found = append(found, ds...)
		}
	}
	if len(found) != 1 {
		return declaration{}, fmt.Errorf("the code declares %s %d times", name, len(found))
	}
	return found[0], nil
}
