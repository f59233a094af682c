package main

import (
	"slices"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// applyRules collects the responses that the rules in common.yaml (under shared) give to an operation, and the
// headers that they add to its success. A later rule overrides an earlier one.
func (e *expander) applyRules(method string, op, responses, headers *yaml.Node) {
	for _, rule := range node.Items(node.Field(e.common.root, "shared")) {
		if !fits(rule, method, op) {
			continue
		}
		for status, response := range node.Fields(node.Field(rule, "responses")) {
			node.Set(responses, status.Value, response)
		}
		for name, header := range node.Fields(node.Field(rule, "headers")) {
			node.Set(headers, name.Value, header)
		}
	}
}

// fits reports whether an operation meets all conditions of a rule.
func fits(rule *yaml.Node, method string, op *yaml.Node) bool {
	for condition, value := range node.Fields(rule) {
		meets := conditions[condition.Value]
		if meets != nil && !meets(value, method, op) {
			return false
		}
	}
	return true
}

// conditions holds the conditions of rules by name. Each function reports whether an operation meets the
// condition. value is what stands after the name in the rule.
var conditions = map[string]func(value *yaml.Node, method string, op *yaml.Node) bool{
	"security": func(value *yaml.Node, _ string, op *yaml.Node) bool {
		return slices.ContainsFunc(node.Items(node.Field(op, "security")), func(s *yaml.Node) bool { return node.Field(s, value.Value) != nil })
	},
	"methods": func(value *yaml.Node, method string, _ *yaml.Node) bool {
		return slices.Contains(node.Texts(value), method)
	},
	"requires": func(value *yaml.Node, _ string, op *yaml.Node) bool {
		return slices.Contains(node.Texts(node.Field(op, "x-requires")), value.Value)
	},
	"scope": func(value *yaml.Node, _ string, op *yaml.Node) bool {
		scope := node.Field(op, "x-scope")
		return scope != nil && slices.Contains(node.Texts(value), scope.Value)
	},
	"parameter": func(value *yaml.Node, _ string, op *yaml.Node) bool {
		return slices.Contains(node.Texts(node.Field(op, "parameters")), value.Value)
	},
	"has": func(value *yaml.Node, _ string, op *yaml.Node) bool {
		return node.Field(op, value.Value) != nil
	},
}

// checkRules refuses an unknown condition in the rules of common.yaml, and a response or header that is not
// among its components. Other files have no rules.
func (e *expander) checkRules() error {
	for _, rule := range node.Items(node.Field(e.source.root, "shared")) {
		for key, value := range node.Fields(rule) {
			if key.Value == "responses" || key.Value == "headers" {
				if err := e.checkGiven(key.Value, value); err != nil {
					return err
				}
				continue
			}
			if conditions[key.Value] == nil {
				return e.source.errorf(key, "%s: a rule has no such condition", key.Value)
			}
		}
	}
	return nil
}

func (e *expander) checkGiven(kind string, names *yaml.Node) error {
	for _, name := range node.Fields(names) {
		if node.Field(e.common.root, "components", kind, name.Value) == nil {
			return e.source.errorf(name, "%s: is not among the %s in components", name.Value, kind)
		}
	}
	return nil
}
