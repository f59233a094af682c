package main

import (
	"iter"

	"go.yaml.in/yaml/v3"
)

// fields yields the keys and values of a mapping in their order. Anything else has none.
func fields(m *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
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

// field follows keys into nested mappings. It is nil when one of them is missing.
func field(m *yaml.Node, keys ...string) *yaml.Node {
	for _, wanted := range keys {
		var found *yaml.Node
		for key, value := range fields(m) {
			if key.Value == wanted {
				found = value
			}
		}
		m = found
	}
	return m
}

// items are the elements of a sequence.
func items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// texts are the scalars of a sequence.
func texts(n *yaml.Node) (all []string) {
	for _, item := range items(n) {
		all = append(all, item.Value)
	}
	return all
}

func isNull(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null"
}

// mapping makes a mapping of pairs of keys and values.
func mapping(pairs ...any) *yaml.Node {
	m := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		put(m, pairs[i].(string), pairs[i+1].(*yaml.Node))
	}
	return m
}

// object makes the schema of an object with these properties, all of them required.
func object(properties ...any) *yaml.Node {
	required := inline(list())
	for i := 0; i+1 < len(properties); i += 2 {
		required.Content = append(required.Content, text(properties[i].(string)))
	}
	return mapping("type", text("object"), "required", required, "properties", mapping(properties...))
}

// put appends a field to a mapping. Numbers such as '200' become quoted keys: JSON has
// no others.
func put(m *yaml.Node, key string, value *yaml.Node) {
	m.Content = append(m.Content, text(key), value)
}

// set replaces the value of a field, or appends the field.
func set(m *yaml.Node, key string, value *yaml.Node) {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			m.Content[i+1] = value
			return
		}
	}
	put(m, key, value)
}

// text makes a string, quoted where it would be read as something else.
func text(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

func list(values ...*yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Content: values}
}

// inline makes the encoder write a mapping or sequence in one line.
func inline(n *yaml.Node) *yaml.Node {
	n.Style |= yaml.FlowStyle
	return n
}

// reference makes a $ref to the component that name names, and keeps the line of name.
func reference(kind string, name *yaml.Node) *yaml.Node {
	target := text("#/components/" + kind + "/" + name.Value)
	target.Line = name.Line
	target.Style = yaml.SingleQuotedStyle
	return inline(mapping("$ref", target))
}

// componentRef makes a $ref that the bundler itself needs.
func componentRef(kind, name string) *yaml.Node {
	return reference(kind, text(name))
}
