package main

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// paths expands the operations under a section, paths or webhooks. The rules of shared
// responses apply to paths only: webhooks are answered by their receivers.
func (e *expander) paths(section string, paths *yaml.Node) (*yaml.Node, error) {
	out := mapping()
	for path, item := range fields(paths) {
		expanded := mapping()
		for key, value := range fields(item) {
			if slices.Contains(methods, key.Value) {
				operation, err := e.operation(key.Value, value, section == "paths")
				if err != nil {
					return nil, err
				}
				value = operation
			}
			expanded.Content = append(expanded.Content, key, value)
		}
		out.Content = append(out.Content, path, expanded)
	}
	return out, nil
}

// operation expands one operation, with the tag of its file.
func (e *expander) operation(method string, op *yaml.Node, shared bool) (*yaml.Node, error) {
	if field(op, "operationId") == nil {
		return nil, e.source.errorf(op, "%s: has no operationId", method)
	}
	out := mapping()
	for key, value := range fields(op) {
		switch key.Value {
		case "tags":
			if !slices.Equal(texts(value), []string{e.source.tag}) {
				return nil, e.source.errorf(key, "tags: this file is of the tag %s", e.source.tag)
			}
			continue
		case "parameters":
			value = named("parameters", value)
		case "requestBody":
			value = requestBody(value)
		case "responses":
			var err error
			if value, err = e.responses(method, op, shared); err != nil {
				return nil, err
			}
		}
		put(out, key.Value, value)
		if key.Value == "operationId" {
			put(out, "tags", inline(list(text(e.source.tag))))
		}
	}
	return out, nil
}

// named turns the names in a sequence into references.
func named(kind string, sequence *yaml.Node) *yaml.Node {
	out := list()
	for _, item := range items(sequence) {
		if item.Kind == yaml.ScalarNode {
			item = reference(kind, item)
		}
		out.Content = append(out.Content, item)
	}
	return out
}

// requestBody expands the name of a schema, or {schema, required, example}.
func requestBody(body *yaml.Node) *yaml.Node {
	schema, required := field(body, "schema"), &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"}
	switch {
	case body.Kind == yaml.ScalarNode:
		schema = body
	case schema == nil: // written out
		return body
	}
	if schema.Kind == yaml.ScalarNode {
		schema = reference("schemas", schema)
	}
	media := mapping("schema", schema)
	for key, value := range fields(body) {
		switch key.Value {
		case "schema":
		case "required":
			required = value
		default:
			put(media, key.Value, value)
		}
	}
	return mapping("required", required, "content", mapping("application/json", media))
}

// responses expands the responses of an operation, adds those of the rules that fit it,
// and sorts them by status.
func (e *expander) responses(method string, op *yaml.Node, shared bool) (*yaml.Node, error) {
	wanted, headers := mapping(), mapping()
	if shared {
		e.applyRules(method, op, wanted, headers)
	}
	for status, response := range fields(field(op, "responses")) {
		set(wanted, status.Value, response)
	}
	var statuses []string
	for status, response := range fields(wanted) {
		if !isNull(response) {
			statuses = append(statuses, status.Value)
		}
	}
	slices.Sort(statuses)
	out := mapping()
	for _, status := range statuses {
		var own *yaml.Node
		if strings.HasPrefix(status, "2") {
			own = headers
		}
		expanded, err := e.response(field(wanted, status), own)
		if err != nil {
			return nil, err
		}
		put(out, status, expanded)
	}
	return out, nil
}
