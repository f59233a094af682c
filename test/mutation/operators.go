package mutation

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"
)

// comparisons holds the replacements of each comparison: the same one with its bound moved by one, and the opposite.
var comparisons = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ},
	token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ},
	token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ},
	token.NEQ: {token.EQL},
}

// methods holds the replacements of each method of an amount, because amounts have methods in place of operators.
var methods = map[string][]string{
	"LessThan":           {"LessThanOrEqual", "GreaterThanOrEqual"},
	"LessThanOrEqual":    {"LessThan", "GreaterThan"},
	"GreaterThan":        {"GreaterThanOrEqual", "LessThanOrEqual"},
	"GreaterThanOrEqual": {"GreaterThan", "LessThan"},
	"Add":                {"Sub"},
	"Sub":                {"Add"},
}

// signs maps each method that asks for an amount's sign to the one whose negation replaces it. The two differ
// only at zero.
var signs = map[string]string{"IsNegative": "IsPositive", "IsPositive": "IsNegative"}

func (v *visitor) expression(c *astutil.Cursor, e ast.Expr) {
	if !replaceable(c) {
		return
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		v.binary(c, e)
	case *ast.UnaryExpr:
		v.unary(c, e)
	case *ast.CallExpr:
		v.call(c, e)
	case *ast.BasicLit:
		v.literal(c, e)
	}
}

// replaceable reports whether a call may stand in place of the node.
func replaceable(c *astutil.Cursor) bool {
	switch parent := c.Parent().(type) {
	case *ast.Field, *ast.ImportSpec, *ast.ExprStmt, *ast.DeferStmt, *ast.GoStmt, *ast.TypeSpec, *ast.IncDecStmt:
		return false
	case *ast.SelectorExpr:
		return c.Name() == "X"
	case *ast.UnaryExpr:
		return parent.Op != token.AND
	case *ast.AssignStmt:
		return c.Name() == "Rhs" && len(parent.Lhs) == len(parent.Rhs)
	}
	return true
}

func (v *visitor) binary(c *astutil.Cursor, e *ast.BinaryExpr) {
	var choices []token.Token
	switch e.Op {
	case token.ADD, token.SUB:
		if b, is := v.typeOf(e).Underlying().(*types.Basic); !is || b.Info()&types.IsNumeric == 0 {
			return
		}
		choices = []token.Token{token.SUB}
		if e.Op == token.SUB {
			choices[0] = token.ADD
		}
	case token.LAND, token.LOR:
		choices = []token.Token{token.LOR}
		if e.Op == token.LOR {
			choices[0] = token.LAND
		}
	default:
		choices = comparisons[e.Op]
	}
	var node ast.Expr = e
	for _, op := range choices {
		changed := &ast.BinaryExpr{X: e.X, Op: op, Y: e.Y}
		m := v.add(e, "%s: %s becomes %s", v.text(e), e.Op, op)
		if op == token.LAND || op == token.LOR {
			node = call("mutationOfLazy", m.ID, lazily(node), lazily(changed))
			continue
		}
		node = call("mutationOf", m.ID, node, changed)
	}
	c.Replace(node)
}

func (v *visitor) unary(c *astutil.Cursor, e *ast.UnaryExpr) {
	if e.Op != token.NOT && e.Op != token.SUB {
		return
	}
	m := v.add(e, "%s: without %s", v.text(e), e.Op)
	c.Replace(call("mutationOf", m.ID, e, e.X))
}

// call changes a call of an amount's method.
func (v *visitor) call(c *astutil.Cursor, e *ast.CallExpr) {
	method, is := e.Fun.(*ast.SelectorExpr)
	if !is || !v.isAmount(method) {
		return
	}
	var node ast.Expr = e
	change := func(changed ast.Expr, format string, args ...any) {
		m := v.add(e, format, args...)
		node = call("mutationOf", m.ID, node, changed)
	}
	renamed := func(name string) *ast.CallExpr {
		return &ast.CallExpr{Fun: &ast.SelectorExpr{X: method.X, Sel: ast.NewIdent(name)}, Args: e.Args}
	}
	switch name := method.Sel.Name; {
	case methods[name] != nil:
		for _, other := range methods[name] {
			change(renamed(other), "%s: %s becomes %s", v.text(e), name, other)
		}
	case signs[name] != "":
		change(not(renamed(signs[name])), "%s: zero counts, too", v.text(e))
		change(not(e), "%s: becomes its opposite", v.text(e))
	case name == "IsZero" || name == "Equal":
		change(not(e), "%s: becomes its opposite", v.text(e))
	case name == "Neg":
		change(method.X, "%s: without Neg", v.text(e))
	}
	if node != ast.Expr(e) {
		c.Replace(node)
	}
}

// isAmount reports whether a method is one of decimal.Decimal.
func (v *visitor) isAmount(method *ast.SelectorExpr) bool {
	selection := v.types.Selections[method]
	if selection == nil {
		return false
	}
	f, is := selection.Obj().(*types.Func)
	return is && f.Pkg() != nil && f.Pkg().Path() == "github.com/shopspring/decimal"
}

// literal changes an integer by one, up and down.
func (v *visitor) literal(c *astutil.Cursor, e *ast.BasicLit) {
	if e.Kind != token.INT {
		return
	}
	kind := v.nameOf(v.typeOf(e))
	value, err := strconv.ParseInt(e.Value, 0, 64)
	if kind == "" || err != nil {
		return
	}
	node := convert(kind, e)
	for _, other := range []int64{value + 1, value - 1} {
		if basic, is := v.typeOf(e).Underlying().(*types.Basic); other < 0 && is && basic.Info()&types.IsUnsigned != 0 {
			continue
		}
		m := v.add(e, "%d becomes %d", value, other)
		node = call("mutationOf", m.ID, node, convert(kind, number(other)))
	}
	c.Replace(node)
}

// computed changes a constant integer that is computed from others. It halves and doubles a duration, and
// changes any other by one.
func (v *visitor) computed(c *astutil.Cursor, e ast.Expr) {
	kind := v.nameOf(v.typeOf(e))
	if kind == "" {
		return
	}
	node := convert(kind, e)
	changes := map[token.Token]int64{token.ADD: 1, token.SUB: 1}
	if kind == "time.Duration" {
		changes = map[token.Token]int64{token.MUL: 2, token.QUO: 2}
	}
	for _, op := range slices.Sorted(maps.Keys(changes)) {
		m := v.add(e, "%s: %s %d", v.text(e), op, changes[op])
		node = call("mutationOf", m.ID, node, &ast.BinaryExpr{X: convert(kind, e), Op: op, Y: number(changes[op])})
	}
	c.Replace(node)
}

// nameOf returns the name of an integer type as the package writes it, empty for other types.
func (v *visitor) nameOf(t types.Type) string {
	if t == nil {
		return ""
	}
	basic, is := t.Underlying().(*types.Basic)
	if !is || basic.Info()&types.IsInteger == 0 {
		return ""
	}
	switch named := t.(type) {
	case *types.Basic:
		if named.Info()&types.IsUntyped != 0 {
			return "int"
		}
		return named.Name()
	case *types.Named:
		if named.Obj().Pkg() == v.pkg {
			return named.Obj().Name()
		}
		return named.Obj().Pkg().Name() + "." + named.Obj().Name()
	}
	return ""
}

// statement makes a statement optional.
func (v *visitor) statement(c *astutil.Cursor, s ast.Stmt) {
	if c.Index() < 0 { // not in a list of statements
		return
	}
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return
		}
	case *ast.IfStmt:
		if s.Else != nil {
			return
		}
	case *ast.ForStmt:
		if s.Cond == nil {
			return
		}
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.RangeStmt:
	default:
		return
	}
	m := v.add(s, "left out: %s", v.text(s))
	c.Replace(&ast.IfStmt{Cond: call("mutationKeeps", m.ID), Body: &ast.BlockStmt{List: []ast.Stmt{s}}})
}

// declaredConstants notes the integers in the values of constants.
func (v *visitor) declaredConstants(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		spec, is := spec.(*ast.ValueSpec)
		if !is {
			continue
		}
		for i, value := range spec.Values {
			ast.Inspect(value, func(node ast.Node) bool {
				if number, is := node.(*ast.BasicLit); is && number.Kind == token.INT {
					v.declaredConstant(spec.Names[i].Name, number)
				}
				return true
			})
		}
	}
}

func (v *visitor) declaredConstant(name string, number *ast.BasicLit) {
	v.spans[number] = [2]token.Pos{number.Pos(), number.End()}
	for _, by := range []string{"+ 1", "- 1"} {
		m := v.add(number, "%s: %s %s", name, number.Value, by)
		m.constant, m.length = by, len(number.Value)
	}
}

func call(name string, id int, args ...ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent(name), Args: append([]ast.Expr{number(int64(id))}, args...)}
}

func convert(kind string, e ast.Expr) ast.Expr {
	return &ast.CallExpr{Fun: ast.NewIdent(kind), Args: []ast.Expr{e}}
}

func number(n int64) ast.Expr {
	return &ast.BasicLit{Kind: token.INT, Value: strconv.FormatInt(n, 10)}
}

func not(e ast.Expr) ast.Expr { return &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: e}} }

func lazily(e ast.Expr) ast.Expr {
	return &ast.FuncLit{
		Type: &ast.FuncType{Params: &ast.FieldList{}, Results: &ast.FieldList{List: []*ast.Field{{Type: ast.NewIdent("bool")}}}},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{e}}}},
	}
}

func (in *Instrumented) source(file string) error {
	text, err := os.ReadFile(file)
	in.sources[file] = text
	return err
}
