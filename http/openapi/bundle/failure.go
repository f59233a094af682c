package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// withField is the one error code that also names a field.
const withField = "invalid_field"

// failure makes a response from a list of errors: their codes become the enum of error_code, and each has its
// example. A name of another response in the list stands for the errors of that response, without examples.
func (e *expander) failure(errors, r *yaml.Node) (*yaml.Node, error) {
	codes, examples := node.Inline(node.List()), node.Mapping()
	for _, item := range node.Items(errors) {
		if e.errors.use(item.Value) {
			codes.Content = append(codes.Content, node.Text(item.Value))
			node.Put(examples, item.Value, reference("examples", item))
			continue
		}
		more, err := e.codes(item)
		if err != nil {
			return nil, err
		}
		codes.Content = append(codes.Content, more...)
	}
	data := node.Object("error_code", node.Inline(node.Mapping("type", node.Text("string"), "enum", codes)),
		"doc_url", componentRef("schemas", "DocURL"))
	if slices.Contains(node.Texts(codes), withField) {
		properties := node.Field(data, "properties")
		node.Put(properties, "field", componentRef("schemas", "FieldName"))
		node.Put(properties, "errors", componentRef("schemas", "WrongFields"))
	}
	out := e.enveloped(r, nil, node.Object("data", data))
	node.Put(node.Field(out, "content", "application/json"), "examples", examples)
	if node.Field(out, "description") != nil {
		return out, nil
	}
	description, err := e.describe(errors)
	out.Content = slices.Insert(out.Content, 0, node.Text("description"), description)
	return out, err
}

// codes returns the error codes of a named response.
func (e *expander) codes(name *yaml.Node) (all []*yaml.Node, err error) {
	response := e.lookUp(name.Value, "components", "responses")
	if response == nil {
		return nil, e.source.errorf(name, "%s: there is no such error or response", name.Value)
	}
	if response.Kind == yaml.MappingNode {
		response = node.Field(response, "errors")
	}
	for _, item := range node.Items(response) {
		if e.errors.use(item.Value) {
			all = append(all, node.Text(item.Value))
			continue
		}
		more, err := e.codes(item)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// describe composes the description of a list of errors from their summaries. A named response comes last, in
// the words that it has under `or`.
func (e *expander) describe(errors *yaml.Node) (*yaml.Node, error) {
	var parts, last []string
	for _, item := range node.Items(errors) {
		if found, ok := e.errors.byCode[item.Value]; ok {
			parts = append(parts, "`"+item.Value+"`: "+lowerFirst(found.Summary))
			continue
		}
		or := node.Field(e.lookUp(item.Value, "components", "responses"), "or")
		if or == nil {
			return nil, e.source.errorf(item, "%s: has no `or`, so write the description out", item.Value)
		}
		last = append(last, "or "+or.Value)
	}
	return node.Text(strings.Join(append(parts, last...), "; ") + "."), nil
}

func lowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}
