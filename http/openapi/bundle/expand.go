package main

import (
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// expander expands the shorthand of one file. It looks names up in that file and in common.yaml.
type expander struct {
	source, common *source
	errors         *table
}

// lookUp finds a name in a section of the file or of common.yaml. It returns nil if there is none.
func (e *expander) lookUp(name string, section ...string) *yaml.Node {
	if found := node.Field(node.Field(e.source.root, section...), name); found != nil {
		return found
	}
	return node.Field(node.Field(e.common.root, section...), name)
}

// expand returns the paths, webhooks and components of the file as plain OpenAPI.
func (e *expander) expand() (*yaml.Node, error) {
	if err := e.checkRules(); err != nil {
		return nil, err
	}
	out := node.Mapping()
	for _, section := range []string{"paths", "webhooks"} {
		expanded, err := e.paths(section, node.Field(e.source.root, section))
		if err != nil {
			return nil, err
		}
		node.Put(out, section, expanded)
	}
	components, err := e.components()
	if err != nil {
		return nil, err
	}
	node.Put(out, "components", components)
	return out, e.schemas(out)
}

// components expands the responses.
func (e *expander) components() (*yaml.Node, error) {
	out := node.Mapping()
	for key, value := range node.Fields(node.Field(e.source.root, "components")) {
		if key.Value == "responses" {
			expanded, err := e.namedResponses(value)
			if err != nil {
				return nil, err
			}
			value = expanded
		}
		node.Put(out, key.Value, value)
	}
	return out, nil
}

func (e *expander) namedResponses(responses *yaml.Node) (*yaml.Node, error) {
	out := node.Mapping()
	for key, value := range node.Fields(responses) {
		expanded, err := e.response(value, nil)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, key, expanded)
	}
	return out, nil
}

// schemas expands two shorthands in place: a $ref that is the bare name of a schema, and `required: all` beside
// properties.
func (e *expander) schemas(n *yaml.Node) error {
	for key, value := range node.Fields(n) {
		switch {
		case key.Value == "$ref" && value.Kind == yaml.ScalarNode && !strings.Contains(value.Value, "/"):
			value.SetString(componentsPrefix + "schemas/" + value.Value)
			value.Style = yaml.SingleQuotedStyle
		case key.Value == "required" && value.Kind == yaml.ScalarNode && value.Value == "all":
			names := node.List()
			for name := range node.Fields(node.Field(n, "properties")) {
				names.Content = append(names.Content, node.Text(name.Value))
			}
			if len(names.Content) == 0 {
				return e.source.errorf(value, "required: all: there are no properties beside it")
			}
			*value = *node.Inline(names)
		}
	}
	for _, child := range n.Content {
		if err := e.schemas(child); err != nil {
			return err
		}
	}
	return nil
}
