package harness

import (
	"encoding/json"
	"fmt"
	"slices"

	"gateway/http/openapi/node"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
)

// shapes counts by path how often an object was seen in the answers of an operation, and how often each of its
// members; for other values it knows the types. All items of a list have one path.
type shapes map[string]*seen

type seen struct {
	times   int
	members map[string]int
	types   map[string]bool
}

func (s shapes) at(path string) *seen {
	if s[path] == nil {
		s[path] = &seen{members: map[string]int{}, types: map[string]bool{}}
	}
	return s[path]
}

// typeOf is the type of a value in JSON; empty for null, which does not tell the type.
func typeOf(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "object"
	case n.Kind == yaml.SequenceNode:
		return "array"
	case n.Tag == "!!null":
		return ""
	case n.Tag == "!!int" || n.Tag == "!!float":
		return "number"
	case n.Tag == "!!bool":
		return "boolean"
	}
	return "string"
}

func (s shapes) add(path string, n *yaml.Node) {
	if name := typeOf(n); name != "" {
		s.at(path).types[name] = true
	}
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			s.add(path+"[]", item)
		}
		return
	}
	if n.Kind != yaml.MappingNode {
		return
	}
	s[path].times++
	for key, value := range node.Fields(n) {
		s[path].members[key.Value]++
		s.add(path+"."+key.Value, value)
	}
}

// differ names a member of an example that no answer had, a member that all answers had but the example lacks,
// or a value whose type no answer had. It skips open members, which hold what callers sent.
func (s shapes) differ(path string, n *yaml.Node, open map[string]bool) string {
	if n == nil {
		return "it has no answer"
	}
	now := s[path]
	if name := typeOf(n); now != nil && name != "" && !now.types[name] {
		return fmt.Sprintf("%s is a %s, and no answer has that", path, name)
	}
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			if problem := s.differ(path+"[]", item, open); problem != "" {
				return problem
			}
		}
		return ""
	}
	if n.Kind != yaml.MappingNode || now == nil {
		return ""
	}
	for name, times := range now.members {
		if times == now.times && node.Field(n, name) == nil {
			return fmt.Sprintf("it lacks %s.%s", path, name)
		}
	}
	for key, value := range node.Fields(n) {
		if now.members[key.Value] == 0 {
			return fmt.Sprintf("no answer has %s.%s", path, key.Value)
		}
		if open[key.Value] || open[eventData] && key.Value == "data" && path != "" {
			continue
		}
		if problem := s.differ(path+"."+key.Value, value, open); problem != "" {
			return problem
		}
	}
	return ""
}

// eventData stands for the data of an event of the log; each type of event has its own. The answer's data has
// the same name, but is not open.
const eventData = "the data of an event"

// openMembers returns the names of members that hold any object.
func openMembers(doc *openapi3.T) map[string]bool {
	open := map[string]bool{"result": true, "payload": true}
	for _, schema := range doc.Components.Schemas {
		parts := append(openapi3.SchemaRefs{schema}, schema.Value.AllOf...)
		for _, part := range parts {
			for name, p := range part.Value.Properties {
				if has := p.Value.AdditionalProperties.Has; has != nil && *has {
					open[name] = true
				}
			}
		}
	}
	return open
}

// plain converts a value of YAML to one of JSON.
func plain(value any) (out any) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	_ = json.Unmarshal(raw, &out) // what was marshalled can be unmarshalled
	return out
}

// unknownWord returns a word of an example that an open list of words (x-extensible-enum) in the description
// does not have, "" if there is none. The schema itself checks enums.
func unknownWord(schema *openapi3.Schema, value any) string {
	if word, ok := value.(string); ok {
		if words, open := schema.Extensions["x-extensible-enum"].([]any); open && !slices.Contains(words, any(word)) {
			return word
		}
	}
	for _, part := range schema.AllOf {
		if word := unknownWord(part.Value, value); word != "" {
			return word
		}
	}
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if schema.Items == nil {
				break
			}
			if word := unknownWord(schema.Items.Value, item); word != "" {
				return word
			}
		}
	case map[string]any:
		for name, p := range schema.Properties {
			if member, there := v[name]; there {
				if word := unknownWord(p.Value, member); word != "" {
					return word
				}
			}
		}
	}
	return ""
}
