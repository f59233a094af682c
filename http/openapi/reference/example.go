package reference

import (
	"encoding/json"
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// exampleOf returns the example of a media type as JSON: its own one, the first of several, or one that is
// composed of the examples of its fields.
func (r reader) exampleOf(media *yaml.Node) string {
	if own := node.Field(media, "example"); own != nil {
		return encode(own)
	}
	for _, example := range node.Fields(node.Field(media, "examples")) {
		if value := node.Field(r.follow(example), "value"); value != nil {
			return encode(value)
		}
	}
	made := r.compose(node.Field(media, "schema"), 0)
	if made == nil {
		return ""
	}
	return encode(made)
}

// compose composes an example of the fields' examples. It returns nil if the fields have none.
func (r reader) compose(schema *yaml.Node, depth int) *yaml.Node {
	s := r.follow(schema)
	if s == nil || depth > 2*maxDepth {
		return nil
	}
	for _, own := range []*yaml.Node{
		node.Field(s, "example"), firstItem(node.Field(s, "examples")), node.Field(s, "const"), firstItem(node.Field(s, "enum")),
	} {
		if own != nil {
			return own
		}
	}
	if items := node.Field(s, "items"); items != nil {
		if item := r.compose(items, depth+1); item != nil {
			return node.List(item)
		}
		return node.List()
	}
	if properties := node.Field(s, "properties"); properties != nil || len(node.Items(node.Field(s, "allOf"))) > 0 {
		return r.composeObject(s, depth)
	}
	if parts := r.parts(s); len(parts) > 0 {
		return r.compose(parts[0], depth+1)
	}
	if strings.HasPrefix(r.typeOf(s), "object") {
		return node.Mapping()
	}
	return nil
}

func (r reader) composeObject(s *yaml.Node, depth int) *yaml.Node {
	out := node.Mapping()
	for _, part := range node.Items(node.Field(s, "allOf")) {
		for key, value := range node.Fields(r.compose(part, depth+1)) {
			node.Set(out, key.Value, value)
		}
	}
	for name, property := range node.Fields(node.Field(s, "properties")) {
		if value := r.compose(property, depth+1); value != nil {
			node.Set(out, name.Value, value)
		}
	}
	return out
}

// encode writes a value as indented JSON and keeps the order of its keys.
func encode(n *yaml.Node) string {
	var out strings.Builder
	write(&out, n, "\n")
	return out.String()
}

func write(out *strings.Builder, n *yaml.Node, line string) {
	switch {
	case n.Kind == yaml.AliasNode:
		write(out, n.Alias, line)
	case n.Kind == yaml.MappingNode && len(n.Content) > 0:
		separator := "{"
		for key, value := range node.Fields(n) {
			out.WriteString(separator + line + "  " + quote(key.Value) + ": ")
			write(out, value, line+"  ")
			separator = ","
		}
		out.WriteString(line + "}")
	case n.Kind == yaml.MappingNode:
		out.WriteString("{}")
	case n.Kind == yaml.SequenceNode && len(n.Content) > 0:
		separator := "["
		for _, item := range n.Content {
			out.WriteString(separator + line + "  ")
			write(out, item, line+"  ")
			separator = ","
		}
		out.WriteString(line + "]")
	case n.Kind == yaml.SequenceNode:
		out.WriteString("[]")
	default:
		out.WriteString(scalar(n))
	}
}

func scalar(n *yaml.Node) string {
	switch n.ShortTag() {
	case "!!int", "!!float", "!!bool":
		return n.Value
	case "!!null":
		return "null"
	}
	return quote(n.Value)
}

func quote(s string) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	return strings.TrimSuffix(out.String(), "\n")
}

// plain is an example on one line, as a person would type it.
func plain(n *yaml.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == yaml.ScalarNode:
		return n.Value
	}
	return strings.Join(strings.Fields(encode(n)), " ")
}

// curl is the command line that calls an operation.
func curl(o Operation, api string) string {
	path := o.Path
	var query []string
	for _, p := range o.Parameters {
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", p.Example)
		case p.In == "query" && p.Required:
			query = append(query, p.Name+"="+p.Example)
		}
	}
	if len(query) > 0 {
		path += "?" + strings.Join(query, "&")
	}
	lines := []string{"curl -X " + o.Method + " '" + api + path + "'"}
	switch o.Header {
	case "":
	case "Authorization":
		lines = append(lines, `-H "Authorization: Bearer $TOKEN"`)
	default:
		lines = append(lines, `-H "`+o.Header+`: $API_KEY"`)
	}
	if o.BodyExample != "" {
		body := strings.ReplaceAll(o.BodyExample, "'", `'\''`)
		lines = append(lines, "-H 'Content-Type: application/json'", "-d '"+body+"'")
	}
	return strings.Join(lines, " \\\n  ")
}
