// Package node has the tools to read and build the description of the API: nodes of YAML, which keep the order
// of keys. Nothing here knows OpenAPI.
package node

import (
	"bytes"
	"iter"

	"go.yaml.in/yaml/v3"
)

// Fields yields the keys and values of a mapping in their order. For any other node it yields nothing.
func Fields(m *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		if m == nil || m.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(m.Content); i += 2 {
			if !yield(m.Content[i], m.Content[i+1]) {
				return
			}
		}
	}
}

// Field follows keys into nested mappings. It returns nil if one of them is missing.
func Field(m *yaml.Node, keys ...string) *yaml.Node {
	for _, wanted := range keys {
		var found *yaml.Node
		for key, value := range Fields(m) {
			if key.Value == wanted {
				found = value
			}
		}
		m = found
	}
	return m
}

// Items returns the elements of a sequence.
func Items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// Texts returns the scalars of a sequence.
func Texts(n *yaml.Node) (all []string) {
	for _, item := range Items(n) {
		all = append(all, item.Value)
	}
	return all
}

// IsNull reports whether a node is null.
func IsNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null"
}

// Mapping makes a mapping from pairs of keys and values.
func Mapping(pairs ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		Put(m, pairs[i].(string), pairs[i+1].(*yaml.Node))
	}
	return m
}

// Object makes the schema of an object with these properties, all of them required.
func Object(properties ...any) *yaml.Node {
	required := Inline(List())
	for i := 0; i+1 < len(properties); i += 2 {
		required.Content = append(required.Content, Text(properties[i].(string)))
	}
	return Mapping("type", Text("object"), "required", required, "properties", Mapping(properties...))
}

// Put appends a field to a mapping. Numbers such as '200' become quoted keys, because JSON has no others.
func Put(m *yaml.Node, key string, value *yaml.Node) {
	m.Content = append(m.Content, Text(key), value)
}

// Set replaces the value of a field, or appends the field.
func Set(m *yaml.Node, key string, value *yaml.Node) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			m.Content[i+1] = value
			return
		}
	}
	Put(m, key, value)
}

// Text makes a string. It quotes the string if YAML would read it as something else.
func Text(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

// List makes a sequence.
func List(values ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Content: values}
}

// Inline makes the encoder write a mapping or sequence in one line.
func Inline(n *yaml.Node) *yaml.Node {
	n.Style |= yaml.FlowStyle
	return n
}

// Encode writes a document, indented by two spaces.
func Encode(document *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if err := e.Encode(document); err != nil {
		return nil, err
	}
	return out.Bytes(), e.Close()
}
