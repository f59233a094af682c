package main

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// response expands the forms of a response: the name of one, a list of errors, {data},
// {page}, {errors}, or one that is written out. headers are added to a success.
func (e *expander) response(r, headers *yaml.Node) (*yaml.Node, error) {
	switch r.Kind {
	case yaml.ScalarNode:
		return reference("responses", r), nil
	case yaml.SequenceNode:
		return e.failure(r, mapping())
	}
	for key := range fields(r) {
		if !slices.Contains([]string{"description", "data", "page", "errors", "or", "headers", "content", "links"}, key.Value) {
			return nil, e.source.errorf(key, "%s: a response has no such field", key.Value)
		}
	}
	data, page := field(r, "data"), field(r, "page")
	switch {
	case field(r, "errors") != nil:
		return e.failure(field(r, "errors"), r)
	case data != nil:
		return e.success(r, headers, object("data", dataSchema(data)))
	case page != nil:
		return e.success(r, headers, object("data", dataSchema(page), "meta", componentRef("schemas", "Meta")))
	}
	return r, nil
}

// dataSchema expands what `data` holds: the name of a schema, the name in brackets for
// an array of it, null for the empty object, or a schema that is written out.
func dataSchema(data *yaml.Node) *yaml.Node {
	switch {
	case isNull(data):
		return componentRef("schemas", "Nothing")
	case data.Kind == yaml.ScalarNode:
		return reference("schemas", data)
	case data.Kind == yaml.SequenceNode && len(data.Content) == 1:
		return inline(mapping("type", text("array"), "items", dataSchema(data.Content[0])))
	}
	return data
}

// success makes a response whose body is the envelope around data.
func (e *expander) success(r, headers, data *yaml.Node) (*yaml.Node, error) {
	out := e.enveloped(r, headers, data)
	for mediaType, media := range fields(field(r, "content")) {
		put(field(out, "content"), mediaType.Value, media)
	}
	if field(out, "description") == nil {
		return nil, e.source.errorf(r, "a response has no description")
	}
	return out, nil
}

// enveloped makes a response whose body is the envelope with the members of part, and with
// the header X-Request-Id before those that it is given and those of its own. Each response
// states its own data, so that the programs that generate clients give it a type.
func (e *expander) enveloped(r, headers, part *yaml.Node) *yaml.Node {
	out, all := mapping(), mapping("X-Request-Id", componentRef("headers", "RequestId"))
	if description := field(r, "description"); description != nil {
		put(out, "description", description)
	}
	for _, more := range []*yaml.Node{headers, field(r, "headers")} {
		for name, header := range fields(more) {
			if header.Kind == yaml.ScalarNode {
				header = reference("headers", header)
			}
			set(all, name.Value, header)
		}
	}
	put(out, "headers", all)
	schema := mapping("allOf", list(componentRef("schemas", "Envelope"), part))
	put(out, "content", mapping("application/json", mapping("schema", schema)))
	return out
}
