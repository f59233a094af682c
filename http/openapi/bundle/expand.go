package main

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// expander expands the shorthand of one file. The names in it are looked up in the file
// and in common.yaml.
type expander struct {
	source, common *source
}

// lookUp finds a name in a section of the file or of common.yaml. It is nil when there
// is none.
func (e *expander) lookUp(name string, section ...string) *yaml.Node {
	if found := field(field(e.source.root, section...), name); found != nil {
		return found
	}
	return field(field(e.common.root, section...), name)
}

// expand returns the paths, webhooks and components of the file as plain OpenAPI.
func (e *expander) expand() (*yaml.Node, error) {
	if err := e.checkRules(); err != nil {
		return nil, err
	}
	out := mapping()
	for _, section := range []string{"paths", "webhooks"} {
		expanded, err := e.paths(section, field(e.source.root, section))
		if err != nil {
			return nil, err
		}
		put(out, section, expanded)
	}
	components, err := e.components()
	if err != nil {
		return nil, err
	}
	put(out, "components", components)
	return out, e.schemas(out)
}

// components expands the responses, and turns the errors into examples.
func (e *expander) components() (*yaml.Node, error) {
	out := mapping()
	for key, value := range fields(field(e.source.root, "components")) {
		if key.Value == "responses" {
			expanded, err := e.namedResponses(value)
			if err != nil {
				return nil, err
			}
			value = expanded
		}
		put(out, key.Value, value)
	}
	if errors := field(e.source.root, "errors"); errors != nil {
		examples, err := e.examples(errors)
		if err != nil {
			return nil, err
		}
		put(out, "examples", examples)
	}
	return out, nil
}

func (e *expander) namedResponses(responses *yaml.Node) (*yaml.Node, error) {
	out := mapping()
	for key, value := range fields(responses) {
		expanded, err := e.response(value, nil)
		if err != nil {
			return nil, err
		}
		out.Content = append(out.Content, key, expanded)
	}
	return out, nil
}

// schemas expands, in place, a $ref that is the bare name of a schema, and
// `required: all` beside properties.
func (e *expander) schemas(n *yaml.Node) error {
	for key, value := range fields(n) {
		switch {
		case key.Value == "$ref" && value.Kind == yaml.ScalarNode && !strings.Contains(value.Value, "/"):
			value.SetString(componentsPrefix + "schemas/" + value.Value)
			value.Style = yaml.SingleQuotedStyle
		case key.Value == "required" && value.Kind == yaml.ScalarNode && value.Value == "all":
			names := list()
			for name := range fields(field(n, "properties")) {
				names.Content = append(names.Content, text(name.Value))
			}
			if len(names.Content) == 0 {
				return e.source.errorf(value, "required: all: there are no properties beside it")
			}
			*value = *inline(names)
		}
	}
	for _, child := range n.Content {
		if err := e.schemas(child); err != nil {
			return err
		}
	}
	return nil
}
