package reference

import (
	"slices"
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// maxDepth is how many levels of nested objects are shown.
const maxDepth = 5

// fields lists the members of an object, or of the objects in an array. above are the names of the enclosing
// schemas, which are not expanded again.
func (r reader) fields(schema *yaml.Node, above []string) (all []Field) {
	if ref := text(schema, "$ref"); ref != "" {
		if slices.Contains(above, ref) || len(above) >= maxDepth {
			return nil
		}
		above = append(slices.Clone(above), ref)
	} else if len(above) >= maxDepth {
		return nil
	}
	s := r.follow(schema)
	if items := node.Field(s, "items"); items != nil {
		return r.fields(items, above)
	}
	for _, part := range r.parts(s) {
		for _, f := range r.fields(part, above) {
			if !slices.ContainsFunc(all, func(known Field) bool { return known.Name == f.Name }) {
				all = append(all, f)
			}
		}
	}
	required := node.Texts(node.Field(s, "required"))
	for name, property := range node.Fields(node.Field(s, "properties")) {
		p := r.follow(property)
		f := Field{
			Name: name.Value, Type: r.typeOf(property), Required: slices.Contains(required, name.Value),
			Limits: limits(r.bare(p)), About: r.md.html(text(p, "description")), Fields: r.fields(property, above),
		}
		f.Example = plain(firstItem(node.Field(p, "examples")))
		all = append(all, f)
	}
	return all
}

// parts returns the schemas that s is composed of: all of its allOf, oneOf or anyOf, without null.
func (r reader) parts(s *yaml.Node) (all []*yaml.Node) {
	for _, word := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range node.Items(node.Field(s, word)) {
			if text(part, "type") != "null" {
				all = append(all, part)
			}
		}
	}
	return all
}

// bare returns the schema that a nullable one wraps, or else the schema itself.
func (r reader) bare(s *yaml.Node) *yaml.Node {
	if parts := r.parts(s); len(parts) == 1 && node.Field(s, "properties") == nil {
		return r.follow(parts[0])
	}
	return s
}

// property finds a member of an object, even if the object is composed of several schemas.
func (r reader) property(schema *yaml.Node, name string) *yaml.Node {
	s := r.follow(schema)
	if found := node.Field(s, "properties", name); found != nil {
		return found
	}
	// The last part that has the member counts, because the envelope comes first and has data of any kind.
	parts := r.parts(s)
	for i := len(parts) - 1; i >= 0; i-- {
		if found := r.property(parts[i], name); found != nil {
			return found
		}
	}
	return nil
}

// typeOf describes the type of a value in words.
func (r reader) typeOf(schema *yaml.Node) string {
	s := r.follow(schema)
	kind := node.Field(s, "type")
	var words []string
	switch {
	case kind == nil:
		for _, part := range r.parts(s) {
			if word := r.typeOf(part); !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
		for _, word := range []string{"oneOf", "anyOf"} {
			if slices.ContainsFunc(node.Items(node.Field(s, word)), func(n *yaml.Node) bool { return text(n, "type") == "null" }) {
				words = append(words, "null")
			}
		}
	case kind.Kind == yaml.SequenceNode:
		words = node.Texts(kind)
	default:
		words = []string{kind.Value}
	}
	if items := node.Field(s, "items"); items != nil {
		if i := slices.Index(words, "array"); i >= 0 {
			words[i] = "array of " + r.typeOf(items)
		}
	}
	if len(words) == 0 {
		return "any value"
	}
	return strings.Join(words, " or ")
}

// limits describes in words which values a schema allows.
func limits(s *yaml.Node) (all []string) {
	if words := node.Texts(node.Field(s, "enum")); len(words) > 0 {
		all = append(all, "one of "+strings.Join(words, ", "))
	}
	for _, rule := range []struct{ key, before, after string }{
		{"format", "", ""},
		{"minimum", "at least ", ""},
		{"exclusiveMinimum", "above ", ""},
		{"maximum", "at most ", ""},
		{"minLength", "at least ", " characters"},
		{"maxLength", "at most ", " characters"},
		{"minItems", "at least ", " items"},
		{"maxItems", "at most ", " items"},
		{"pattern", "of the form ", ""},
		{"default", "default ", ""},
	} {
		value := text(s, rule.key)
		if value != "" && !(rule.key == "format" && (value == "double" || value == "int64")) {
			all = append(all, rule.before+value+rule.after)
		}
	}
	return all
}
