package main

import (
	"slices"
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// paths expands the operations under a section, paths or webhooks. The rules for shared responses only apply to
// paths, because the receivers answer webhooks.
func (e *expander) paths(section string, paths *yaml.Node) (*yaml.Node, error) {
	out := node.Mapping()
	for path, item := range node.Fields(paths) {
		expanded := node.Mapping()
		for key, value := range node.Fields(item) {
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
	if node.Field(op, "operationId") == nil {
		return nil, e.source.errorf(op, "%s: has no operationId", method)
	}
	out := node.Mapping()
	for key, value := range node.Fields(op) {
		switch key.Value {
		case "tags":
			if !slices.Equal(node.Texts(value), []string{e.source.tag}) {
				return nil, e.source.errorf(key, "tags: this file is of the tag %s", e.source.tag)
			}
			continue
		case "parameters":
			value = e.parameters(value)
		case "requestBody":
			value = requestBody(value)
			if !shared {
				e.inPlace(value)
			}
		case "responses":
			var err error
			if value, err = e.responses(method, op, shared); err != nil {
				return nil, err
			}
		}
		node.Put(out, key.Value, value)
		if key.Value == "operationId" {
			node.Put(out, "tags", node.Inline(node.List(node.Text(e.source.tag))))
		}
	}
	return out, nil
}

// parameters turns names into references to components. Where the file has a parameter under `parameters`, it
// inserts the parameter itself, because programs that generate clients do not find a component that only
// webhooks refer to.
func (e *expander) parameters(sequence *yaml.Node) *yaml.Node {
	out := node.List()
	for _, item := range node.Items(sequence) {
		if item.Kind == yaml.ScalarNode {
			if own := node.Field(e.source.root, "parameters", item.Value); own != nil {
				item = own
			} else {
				item = reference("parameters", item)
			}
		}
		out.Content = append(out.Content, item)
	}
	return out
}

// inPlace inserts the schema of a webhook's body in place of its name, because programs that generate clients
// do not find a component that only webhooks refer to.
func (e *expander) inPlace(body *yaml.Node) {
	media := node.Field(body, "content", "application/json")
	ref := node.Field(media, "schema", "$ref")
	if ref == nil {
		return
	}
	if schema := e.lookUp(ref.Value[strings.LastIndex(ref.Value, "/")+1:], "components", "schemas"); schema != nil {
		node.Set(media, "schema", schema)
	}
}

// requestBody expands the two short forms of a body: the name of a schema, or {schema, required, example}.
func requestBody(body *yaml.Node) *yaml.Node {
	schema, required := node.Field(body, "schema"), &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "true"}
	switch {
	case body.Kind == yaml.ScalarNode:
		schema = body
	case schema == nil: // written out in full
		return body
	}
	if schema.Kind == yaml.ScalarNode {
		schema = reference("schemas", schema)
	}
	media := node.Mapping("schema", schema)
	for key, value := range node.Fields(body) {
		switch key.Value {
		case "schema":
		case "required":
			required = value
		default:
			node.Put(media, key.Value, value)
		}
	}
	return node.Mapping("required", required, "content", node.Mapping("application/json", media))
}

// responses expands the responses of an operation, adds those of the matching rules, and sorts them by status.
func (e *expander) responses(method string, op *yaml.Node, shared bool) (*yaml.Node, error) {
	wanted, headers := node.Mapping(), node.Mapping()
	if shared {
		e.applyRules(method, op, wanted, headers)
	}
	for status, response := range node.Fields(node.Field(op, "responses")) {
		node.Set(wanted, status.Value, response)
	}
	var statuses []string
	for status, response := range node.Fields(wanted) {
		if !node.IsNull(response) {
			statuses = append(statuses, status.Value)
		}
	}
	slices.Sort(statuses)
	out := node.Mapping()
	for _, status := range statuses {
		var own *yaml.Node
		if strings.HasPrefix(status, "2") {
			own = headers
		}
		expanded, err := e.response(node.Field(wanted, status), own)
		if err != nil {
			return nil, err
		}
		node.Put(out, status, expanded)
	}
	return out, nil
}
