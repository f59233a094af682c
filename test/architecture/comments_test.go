package architecture

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A comment that names what was renamed or moved sends its reader nowhere. Checked are:
//
//   - links of Go documentation: [Name], [Name.Member], [pkg.Name] and [pkg.Name.Member];
//   - pkg.Name and pkg.Name.Member, back-quoted or not, where pkg is a package of the module;
//   - Type.Member, back-quoted or not;
//   - paths that begin with a folder of the module, such as domain/text;
//   - "package name" and "package folder/name", unless an article stands before it.
//
// Single words in back-quotes are left out: they are also names of tables, columns, JSON
// fields, commands and values, so a word that is no identifier is no mistake.
func TestCommentsNameWhatExists(t *testing.T) {
	t.Parallel()
	code := readCode(t)
	if len(code.packages) < 100 {
		t.Fatalf("%d packages were read", len(code.packages))
	}
	checked := 0
	for _, file := range code.files {
		if strings.HasPrefix(file.name, "test/architecture/") {
			continue // the comments above explain the forms
		}
		for _, group := range file.syntax.Comments {
			for _, wrong := range code.stale(file, group.Text(), &checked) {
				t.Errorf("%s:%d names %s, which does not exist", file.name, code.set.Position(group.Pos()).Line, wrong)
			}
		}
	}
	if checked < 500 {
		t.Errorf("only %d names were found in comments", checked)
	}
}

var (
	docLink   = regexp.MustCompile(`\[\*?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,2})\](?:[^(\w]|$)`)
	qualified = regexp.MustCompile(`(?:^|[^\w./*-])\*?([a-z]\w*)\.([A-Z]\w*)(?:\.([A-Z]\w*))?`)
	member    = regexp.MustCompile(`(?:^|[^\w./-])\*?([A-Z]\w*[a-z]\w*)\.([A-Z]\w*)\b`)
	folder    = regexp.MustCompile(`(?:^|[^\w./:-])((?:cmd|domain|eventstore|projections|http|migrations|deploy|test)/` +
		`[a-z][\w/-]*(?:\.[a-z][a-z.]*[a-z])?)`)
	inPackage = regexp.MustCompile(`(?:^|[^\w\s]\s*|\b([A-Za-z]+)\s+)[Pp]ackage\s+([a-z][a-z0-9_]*(?:/[a-z0-9_]+)*)`)
)

// articles are the words before "package" that begin a sentence about packages in general,
// such as "a package that declares nothing".
var articles = strings.Fields("a A another Another any Any each Each every Every its no No one One that the The this This")

// notNames are the words that follow "package" in such sentences, too.
var notNames = strings.Fields("a an and for has in is of or that to which with")

type sourceFile struct {
	name   string
	syntax *ast.File
}

// code is what the Go files of the module declare.
type code struct {
	set   *token.FileSet
	files []sourceFile
	// packages holds the declarations of the packages by their names. Two packages of one
	// name are taken together.
	packages map[string]map[string]*declaration
	// paths are the folders that hold packages.
	paths map[string]bool
}

// declaration is what one name stands for.
type declaration struct {
	isType bool
	// members are fields and methods.
	members map[string]bool
	// from are the types whose members the type has, too: embedded or underlying ones.
	from []string
}

func readCode(t *testing.T) *code {
	t.Helper()
	c := &code{set: token.NewFileSet(), packages: map[string]map[string]*declaration{}, paths: map[string]bool{}}
	for _, name := range allGoFiles(t) {
		syntax, err := parser.ParseFile(c.set, filepath.Join(root, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, ".gen.go") {
			c.files = append(c.files, sourceFile{name, syntax})
		}
		c.paths[path.Dir(name)] = true
		pkg := strings.TrimSuffix(syntax.Name.Name, "_test")
		if c.packages[pkg] == nil {
			c.packages[pkg] = map[string]*declaration{}
		}
		for _, decl := range syntax.Decls {
			c.declare(c.packages[pkg], decl)
		}
	}
	return c
}

func (c *code) declare(names map[string]*declaration, decl ast.Decl) {
	of := func(name string) *declaration {
		if names[name] == nil {
			names[name] = &declaration{members: map[string]bool{}}
		}
		return names[name]
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			of(d.Name.Name)
			return
		}
		of(baseName(d.Recv.List[0].Type)).members[d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range s.Names {
					of(name.Name)
				}
			case *ast.TypeSpec:
				declared := of(s.Name.Name)
				declared.isType = true
				declared.addType(s.Type)
			}
		}
	}
}

func (d *declaration) addType(expr ast.Expr) {
	switch e := expr.(type) {
	case *ast.StructType:
		d.addFields(e.Fields)
	case *ast.InterfaceType:
		d.addFields(e.Methods)
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr, *ast.IndexExpr, *ast.IndexListExpr:
		d.from = append(d.from, baseName(e))
	}
}

func (d *declaration) addFields(fields *ast.FieldList) {
	for _, field := range fields.List {
		if len(field.Names) == 0 {
			d.members[baseName(field.Type)] = true
			d.from = append(d.from, baseName(field.Type))
		}
		for _, name := range field.Names {
			d.members[name.Name] = true
		}
	}
}

// baseName is the name of a type without its package, pointer and type parameters.
func baseName(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.IndexExpr:
		return baseName(e.X)
	case *ast.IndexListExpr:
		return baseName(e.X)
	}
	return ""
}

// stale lists the names in a comment that nothing has.
func (c *code) stale(file sourceFile, text string, checked *int) (wrong []string) {
	pkg := strings.TrimSuffix(file.syntax.Name.Name, "_test")
	note := func(name string, exists bool) {
		*checked++
		if !exists && !slices.Contains(wrong, name) {
			wrong = append(wrong, name)
		}
	}
	for _, m := range docLink.FindAllStringSubmatch(text, -1) {
		parts := strings.Split(m[1], ".")
		if first := parts[0]; len(parts) > 1 && c.packages[first] != nil && !imports(file, first) {
			note("["+m[1]+"]", c.has(first, parts[1:]))
		} else if ast.IsExported(first) && first != strings.ToUpper(first) {
			note("["+m[1]+"]", c.has(pkg, parts))
		}
	}
	for _, m := range qualified.FindAllStringSubmatch(text, -1) {
		if c.packages[m[1]] == nil || imports(file, m[1]) {
			continue // a package of another module, or a variable
		}
		parts := []string{m[2], m[3]}
		if m[3] == "" {
			parts = parts[:1]
		}
		note(m[1]+"."+strings.Join(parts, "."), c.has(m[1], parts))
	}
	for _, m := range member.FindAllStringSubmatch(text, -1) {
		note(m[1]+"."+m[2], c.anyHas(m[1], m[2]))
	}
	for _, m := range folder.FindAllStringSubmatch(text, -1) {
		_, err := os.Stat(filepath.Join(root, m[1]))
		note(m[1], err == nil)
	}
	for _, m := range inPackage.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(articles, m[1]) && !slices.Contains(notNames, m[2]) {
			note("package "+m[2], c.packages[m[2]] != nil || c.endsAPath(m[2]) || isStandard(m[2]) || imports(file, m[2]))
		}
	}
	return wrong
}

// has says whether a package of this name declares parts[0], with the member parts[1].
func (c *code) has(pkg string, parts []string) bool {
	declared := c.packages[pkg][parts[0]]
	if declared == nil {
		return false
	}
	return len(parts) == 1 || !declared.isType || c.hasMember(declared, parts[1], 0)
}

// anyHas says whether a type of any package has the member. A function or a variable, such as
// a table of values, has any.
func (c *code) anyHas(name, member string) bool {
	for _, names := range c.packages {
		if declared := names[name]; declared != nil && (!declared.isType || c.hasMember(declared, member, 0)) {
			return true
		}
	}
	return false
}

func (c *code) hasMember(d *declaration, name string, depth int) bool {
	if d.members[name] {
		return true
	}
	if depth > 5 {
		return false
	}
	for _, from := range d.from {
		known := false
		for _, names := range c.packages {
			if embedded := names[from]; embedded != nil && embedded.isType {
				known = true
				if c.hasMember(embedded, name, depth+1) {
					return true
				}
			}
		}
		if !known && ast.IsExported(from) {
			return true // the members of another module's type are not known here
		}
	}
	return false
}

func (c *code) endsAPath(name string) bool {
	for folder := range c.paths {
		if folder == name || strings.HasSuffix(folder, "/"+name) {
			return true
		}
	}
	return false
}

func isStandard(name string) bool {
	found, err := build.Import(name, "", build.FindOnly)
	return err == nil && found.Goroot
}

// imports says whether the file imports a package of another module by this name.
func imports(file sourceFile, name string) bool {
	return slices.ContainsFunc(file.syntax.Imports, func(spec *ast.ImportSpec) bool {
		imported := strings.Trim(spec.Path.Value, `"`)
		return !strings.HasPrefix(imported, "gateway/") && (path.Base(imported) == name || imported == name)
	})
}

func TestAStaleNameInACommentIsFound(t *testing.T) {
	t.Parallel()
	code := readCode(t)
	in := slices.IndexFunc(code.files, func(f sourceFile) bool { return f.name == "http/service/create.go" })
	for _, c := range []struct{ text, want string }{
		{"Create reserves ids, as [Core] and [sequence.Withdrawal] say.", ""},
		{"Create is [Kreate].", "[Kreate]"},
		{"It needs [eventstore.Stor].", "[eventstore.Stor], eventstore.Stor"},
		{"See `service.Kreate` and service.Create.", "service.Kreate"},
		{"See eventstore.Store.Apend.", "eventstore.Store.Apend"},
		{"`Creation.Nothing` is gone; Creation.Invalid.", "Creation.Nothing"},
		{"See package usecase, and package eventstore.", "package usecase"},
		{"It is http/usecase's: see http/service.", "http/usecase"},
		{"See package http/gone, and domain/text.Bad.", "http/gone, package http/gone"},
		{"A package that is small, and each package of the module, net/http.Handler, package fmt.", ""},
	} {
		checked := 0
		if got := strings.Join(code.stale(code.files[in], c.text, &checked), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}
