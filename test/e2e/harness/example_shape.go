package harness

import (
	"encoding/json"
	"fmt"

	"gateway/http/openapi/node"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
)

// shapes counts, by path, how often an object was seen in the answers of an operation, and how
// often each of its members. The items of lists have one path.
type shapes map[string]*seen

type seen struct {
	times   int
	members map[string]int
}

func (s shapes) add(path string, n *yaml.Node) {
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			s.add(path+"[]", item)
		}
		return
	}
	if n.Kind != yaml.MappingNode {
		return
	}
	if s[path] == nil {
		s[path] = &seen{members: map[string]int{}}
	}
	s[path].times++
	for key, value := range node.Fields(n) {
		s[path].members[key.Value]++
		s.add(path+"."+key.Value, value)
	}
}

// differ says which member of an example no answer had, or which one all answers had and the
// example lacks. Members that are open hold what callers sent.
func (s shapes) differ(path string, n *yaml.Node, open map[string]bool) string {
	if n == nil {
		return "it has no answer"
	}
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			if problem := s.differ(path+"[]", item, open); problem != "" {
				return problem
			}
		}
		return ""
	}
	now := s[path]
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
		if open[key.Value] {
			continue
		}
		if problem := s.differ(path+"."+key.Value, value, open); problem != "" {
			return problem
		}
	}
	return ""
}

// openMembers are the names of members that hold any object.
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

// plain is a value of YAML as one of JSON.
func plain(value any) (out any) {
	raw, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	_ = json.Unmarshal(raw, &out) // what was marshalled can be read
	return out
}
