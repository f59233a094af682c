package main

import (
	"strconv"

	"gateway/http/api/errorcode"
	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// table is the table of errors, and remembers which of them the description names.
type table struct {
	all    []errorcode.Error
	byCode map[string]errorcode.Error
	used   map[string]bool
}

func newTable(errors []errorcode.Error) *table {
	t := &table{all: errors, byCode: map[string]errorcode.Error{}, used: map[string]bool{}}
	for _, e := range errors {
		t.byCode[e.Code] = e
	}
	return t
}

// use reports whether the table has the code, and remembers that the description names it.
func (t *table) use(code string) bool {
	_, found := t.byCode[code]
	if found {
		t.used[code] = true
	}
	return found
}

// guide is the address of the guide to errors in examples.
const guide = "https://pay.example/api/v2/docs/errors"

// examples turns the errors that the description names into examples of responses.
func (t *table) examples() *yaml.Node {
	out := node.Mapping()
	for _, e := range t.all {
		if !t.used[e.Code] {
			continue
		}
		data := node.Mapping("error_code", node.Text(e.Code))
		if e.Field != "" {
			node.Put(data, "field", node.Text(e.Field))
			node.Put(data, "errors", node.List(node.Mapping("field", node.Text(e.Field), "message", node.Text(e.Message))))
		}
		node.Put(data, "doc_url", node.Text(guide+"#"+e.Code))
		value := node.Mapping("success", scalar("!!bool", "false"), "message", node.Text(e.Example()),
			"code", scalar("!!int", strconv.Itoa(e.Status)), "data", node.Inline(data))
		node.Put(out, e.Code, node.Mapping("summary", node.Text(e.Summary), "value", value))
	}
	return out
}

func scalar(tag, value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
}
