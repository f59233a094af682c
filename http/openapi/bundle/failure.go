package main

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// withField is the error that names a field beside its code.
const withField = "invalid_field"

// failure makes a response of a list of errors: their codes are the words of error_code,
// and each has its example. A name of a response in the list stands for the errors of
// that response, without examples.
func (e *expander) failure(errors, r *yaml.Node) (*yaml.Node, error) {
	codes, examples := inline(list()), mapping()
	for _, item := range items(errors) {
		if e.lookUp(item.Value, "errors") != nil {
			codes.Content = append(codes.Content, text(item.Value))
			put(examples, item.Value, reference("examples", item))
			continue
		}
		more, err := e.codes(item)
		if err != nil {
			return nil, err
		}
		codes.Content = append(codes.Content, more...)
	}
	data := object("error_code", inline(mapping("type", text("string"), "enum", codes)))
	if slices.Contains(texts(codes), withField) {
		put(field(data, "properties"), "field", componentRef("schemas", "FieldName"))
	}
	out := e.enveloped(r, nil, object("data", data))
	put(field(out, "content", "application/json"), "examples", examples)
	if field(out, "description") != nil {
		return out, nil
	}
	description, err := e.describe(errors)
	out.Content = slices.Insert(out.Content, 0, text("description"), description)
	return out, err
}

// codes are the codes of the errors of a named response.
func (e *expander) codes(name *yaml.Node) (all []*yaml.Node, err error) {
	response := e.lookUp(name.Value, "components", "responses")
	if response == nil {
		return nil, e.source.errorf(name, "%s: there is no such error or response", name.Value)
	}
	if response.Kind == yaml.MappingNode {
		response = field(response, "errors")
	}
	for _, item := range items(response) {
		if e.lookUp(item.Value, "errors") != nil {
			all = append(all, text(item.Value))
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

// describe makes the description of a list of errors of their summaries. A named
// response comes last, in the words that it has under `or`.
func (e *expander) describe(errors *yaml.Node) (*yaml.Node, error) {
	var parts, last []string
	for _, item := range items(errors) {
		if found := e.lookUp(item.Value, "errors"); found != nil {
			parts = append(parts, "`"+item.Value+"`: "+lowerFirst(field(found, "summary").Value))
			continue
		}
		or := field(e.lookUp(item.Value, "components", "responses"), "or")
		if or == nil {
			return nil, e.source.errorf(item, "%s: has no `or`, so write the description out", item.Value)
		}
		last = append(last, "or "+or.Value)
	}
	return text(strings.Join(append(parts, last...), "; ") + "."), nil
}

func lowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}

// examples turns the errors of a file into examples of their responses.
func (e *expander) examples(errors *yaml.Node) (*yaml.Node, error) {
	out := mapping()
	for code, about := range fields(errors) {
		status, summary, message := field(about, "status"), field(about, "summary"), field(about, "message")
		if status == nil || summary == nil || message == nil {
			return nil, e.source.errorf(code, "%s: an error has a status, a summary and a message", code.Value)
		}
		data := mapping("error_code", text(code.Value))
		if field := field(about, "field"); field != nil {
			put(data, "field", field)
		}
		no := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: "false"}
		value := mapping("success", no, "message", message, "code", status, "data", inline(data))
		out.Content = append(out.Content, code, mapping("summary", summary, "value", value))
	}
	return out, nil
}
