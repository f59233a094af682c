package main

import (
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

const componentsPrefix = "#/components/"

// checkReferences refuses a $ref in an expanded file that leads nowhere or to a component of another tag. What
// several tags use belongs in common.yaml.
func (d *document) checkReferences(s *source, n *yaml.Node) error {
	for key, value := range node.Fields(n) {
		if key.Value != "$ref" || value.Kind != yaml.ScalarNode {
			continue
		}
		if !d.resolves(value.Value) {
			return s.errorf(value, "%s: there is no such thing", value.Value)
		}
		id := strings.TrimPrefix(value.Value, "#/")
		if owner := d.owner[id]; owner != nil && strings.HasPrefix(value.Value, componentsPrefix) && owner != s && owner.tag != "" {
			return s.errorf(value, "%s: is in %s; what several tags use belongs into %s", value.Value, owner.name, commonFile)
		}
	}
	for _, child := range n.Content {
		if err := d.checkReferences(s, child); err != nil {
			return err
		}
	}
	return nil
}

// resolves reports whether a reference leads to a part of the document. Its keys are escaped as in a JSON pointer.
func (d *document) resolves(ref string) bool {
	pointer, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return false
	}
	keys := strings.Split(pointer, "/")
	for i, key := range keys {
		keys[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
	}
	return node.Field(d.root, keys...) != nil
}

// reference makes a $ref to the named component. It keeps the line of name, for error messages.
func reference(kind string, name *yaml.Node) *yaml.Node {
	target := node.Text("#/components/" + kind + "/" + name.Value)
	target.Line = name.Line
	target.Style = yaml.SingleQuotedStyle
	return node.Inline(node.Mapping("$ref", target))
}

// componentRef makes a $ref that the bundler itself needs.
func componentRef(kind, name string) *yaml.Node {
	return reference(kind, node.Text(name))
}
