package openapi

import (
	"slices"
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// older rewrites a description from OpenAPI 3.1 to 3.0.3, for tools that do not read 3.1. The content is the
// same, except for webhooks, which 3.0 does not have. It does not modify n.
func older(n *yaml.Node) *yaml.Node {
	out := node.Mapping()
	for key, value := range node.Fields(n) {
		switch key.Value {
		case "openapi":
			value = node.Text("3.0.3")
		case "webhooks":
			continue
		case "info":
			value = olderInfo(value)
		default:
			value = rewrite(value)
		}
		node.Put(out, key.Value, value)
	}
	return out
}

func olderInfo(info *yaml.Node) *yaml.Node {
	out := node.Mapping()
	for key, value := range node.Fields(info) {
		switch key.Value {
		case "summary":
			continue
		case "license":
			value = node.Mapping("name", node.Field(value, "name"))
		}
		node.Put(out, key.Value, value)
	}
	return out
}

// rewrite rewrites the schemas below n.
func rewrite(n *yaml.Node) *yaml.Node {
	switch n.Kind {
	case yaml.SequenceNode:
		out := *n
		out.Content = nil
		for _, child := range n.Content {
			out.Content = append(out.Content, rewrite(child))
		}
		return &out
	case yaml.MappingNode:
		return rewriteMapping(n)
	}
	return n
}

func rewriteMapping(n *yaml.Node) *yaml.Node {
	out := node.Mapping()
	out.Style = n.Style
	for key, value := range node.Fields(n) {
		switch {
		case key.Value == "example" || key.Value == "value" && !isProperty(value): // data, not a schema
			node.Put(out, key.Value, value)
		case key.Value == "$ref" && isSchema(value) && len(n.Content) > 2: // 3.0 allows nothing beside a $ref
			node.Put(out, "allOf", node.List(node.Mapping("$ref", value)))
		case key.Value == "type" && value.Kind == yaml.SequenceNode:
			node.Put(out, "type", node.Text(value.Content[0].Value))
			node.Put(out, "nullable", yes())
		case key.Value == "oneOf" && slices.ContainsFunc(value.Content, isNull):
			node.Put(out, "allOf", rewrite(node.List(slices.DeleteFunc(slices.Clone(value.Content), isNull)...)))
			node.Put(out, "nullable", yes())
		case key.Value == "const":
			node.Put(out, "enum", node.List(value))
		case key.Value == "examples" && value.Kind == yaml.SequenceNode:
			node.Put(out, "example", value.Content[0])
		case strings.HasPrefix(key.Value, "exclusive") && value.Tag != "!!bool":
			node.Put(out, strings.ToLower(strings.TrimPrefix(key.Value, "exclusive")), value)
			node.Put(out, key.Value, yes())
		default:
			node.Put(out, key.Value, rewrite(value))
		}
	}
	return out
}

// isProperty tells the schema of a property from the value of an example: each property has a type and a description.
func isProperty(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && node.Field(n, "type") != nil && node.Field(n, "description") != nil
}

func isSchema(ref *yaml.Node) bool {
	return ref.Kind == yaml.ScalarNode && strings.HasPrefix(ref.Value, "#/components/schemas/")
}

func isNull(schema *yaml.Node) bool {
	kind := node.Field(schema, "type")
	return kind != nil && kind.Value == "null"
}

func yes() *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"} }
