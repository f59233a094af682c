package main

import (
	"slices"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// response expands the forms of a response: a name, a list of errors, {data}, {page}, {errors}, or one that is
// written out in full. It adds headers to a success.
func (e *expander) response(r, headers *yaml.Node) (*yaml.Node, error) {
	switch r.Kind {
	case yaml.ScalarNode:
		return reference("responses", r), nil
	case yaml.SequenceNode:
		return e.failure(r, node.Mapping())
	}
	for key := range node.Fields(r) {
		if !slices.Contains([]string{"description", "data", "page", "errors", "or", "headers", "content", "links"}, key.Value) {
			return nil, e.source.errorf(key, "%s: a response has no such field", key.Value)
		}
	}
	data, page := node.Field(r, "data"), node.Field(r, "page")
	switch {
	case node.Field(r, "errors") != nil:
		return e.failure(node.Field(r, "errors"), r)
	case data != nil:
		return e.success(r, headers, node.Object("data", dataSchema(data)))
	case page != nil:
		return e.success(r, headers, node.Object("data", dataSchema(page), "meta", componentRef("schemas", "Meta")))
	}
	return r, nil
}

// dataSchema expands the forms of `data`: the name of a schema, the name in brackets for an array of it, null
// for the empty object, or a schema that is written out in full.
func dataSchema(data *yaml.Node) *yaml.Node {
	switch {
	case node.IsNull(data):
		return componentRef("schemas", "Nothing")
	case data.Kind == yaml.ScalarNode:
		return reference("schemas", data)
	case data.Kind == yaml.SequenceNode && len(data.Content) == 1:
		return node.Inline(node.Mapping("type", node.Text("array"), "items", dataSchema(data.Content[0])))
	}
	return data
}

// success makes a response whose body is the envelope around data.
func (e *expander) success(r, headers, data *yaml.Node) (*yaml.Node, error) {
	out := e.enveloped(r, headers, data)
	for mediaType, media := range node.Fields(node.Field(r, "content")) {
		node.Put(node.Field(out, "content"), mediaType.Value, media)
	}
	if node.Field(out, "description") == nil {
		return nil, e.source.errorf(r, "a response has no description")
	}
	return out, nil
}

// enveloped makes a response whose body is the envelope with the members of part. The header X-Request-Id comes
// first, then the given headers, then the response's own. Each response states its own data, so that programs
// that generate clients give it a type.
func (e *expander) enveloped(r, headers, part *yaml.Node) *yaml.Node {
	out, all := node.Mapping(), node.Mapping("X-Request-Id", componentRef("headers", "RequestId"))
	if description := node.Field(r, "description"); description != nil {
		node.Put(out, "description", description)
	}
	for _, more := range []*yaml.Node{headers, node.Field(r, "headers")} {
		for name, header := range node.Fields(more) {
			if header.Kind == yaml.ScalarNode {
				header = reference("headers", header)
			}
			node.Set(all, name.Value, header)
		}
	}
	node.Put(out, "headers", all)
	schema := node.Mapping("allOf", node.List(componentRef("schemas", "Envelope"), part))
	node.Put(out, "content", node.Mapping("application/json", node.Mapping("schema", schema)))
	return out
}
