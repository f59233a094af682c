package reference

import (
	"cmp"
	"slices"
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// reader reads the operations of a description. api is the address of the API, for examples of calls.
type reader struct {
	root *yaml.Node
	api  string
	md   markdown
}

var methods = []string{"get", "post", "put", "patch", "delete"}

// tags returns the operations by tag, in the description's order. It leaves out tags without operations.
func (r reader) tags() (all []Tag) {
	byTag := map[string][]Operation{}
	for path, item := range node.Fields(node.Field(r.root, "paths")) {
		r.operations(byTag, path.Value, item)
	}
	for _, item := range node.Fields(node.Field(r.root, "webhooks")) {
		r.operations(byTag, "", item)
	}
	for _, tag := range node.Items(node.Field(r.root, "tags")) {
		name := text(tag, "name")
		if operations := byTag[name]; len(operations) > 0 {
			all = append(all, Tag{Name: name, Slug: slug(name), About: r.md.html(text(tag, "description")), Operations: operations})
		}
	}
	return all
}

func (r reader) operations(byTag map[string][]Operation, path string, item *yaml.Node) {
	for method, op := range node.Fields(item) {
		if tags := node.Texts(node.Field(op, "tags")); slices.Contains(methods, method.Value) && len(tags) > 0 {
			byTag[tags[0]] = append(byTag[tags[0]], r.operation(strings.ToUpper(method.Value), path, op))
		}
	}
}

func (r reader) operation(method, path string, op *yaml.Node) Operation {
	o := Operation{
		ID: text(op, "operationId"), Method: method, Path: path, Sent: path == "",
		Summary: text(op, "summary"), About: r.md.html(text(op, "description")),
		Scope: text(op, "x-scope"), Requires: node.Texts(node.Field(op, "x-requires")), DualControl: text(op, "x-dual-control"),
	}
	o.Credential, o.Header = r.credential(op)
	for _, p := range node.Items(node.Field(op, "parameters")) {
		o.Parameters = append(o.Parameters, r.parameter(r.follow(p)))
	}
	media := mediaOf(r.follow(node.Field(op, "requestBody")))
	if schema := node.Field(media, "schema"); schema != nil {
		o.Body = r.fields(schema, nil)
		o.BodyExample = r.exampleOf(media)
	}
	for status, response := range node.Fields(node.Field(op, "responses")) {
		o.Responses = append(o.Responses, r.response(status.Value, r.follow(response)))
	}
	if !o.Sent {
		o.Curl = curl(o, r.api)
	}
	o.text = strings.ToLower(strings.Join([]string{
		o.ID, o.Method, o.Path, o.Summary, text(op, "description"), namesOf(o.Body), namesOf(o.Parameters),
	}, " "))
	return o
}

// credential says which credential an operation needs, and in which header.
func (r reader) credential(op *yaml.Node) (words, header string) {
	var all []string
	for _, one := range node.Items(node.Field(op, "security")) {
		for name := range node.Fields(one) {
			scheme := node.Field(r.root, "components", "securitySchemes", name.Value)
			switch {
			case text(scheme, "type") == "apiKey":
				all, header = append(all, "an API key in the header "+text(scheme, "name")), cmp.Or(header, text(scheme, "name"))
			default:
				all, header = append(all, "a token in the header Authorization: Bearer <token>"), cmp.Or(header, "Authorization")
			}
		}
	}
	return strings.Join(all, ", or "), header
}

func (r reader) parameter(p *yaml.Node) Field {
	schema := r.follow(node.Field(p, "schema"))
	f := Field{
		Name: text(p, "name"), In: text(p, "in"), Required: text(p, "required") == "true",
		Type: r.typeOf(schema), Limits: limits(schema), About: r.md.html(cmp.Or(text(p, "description"), text(schema, "description"))),
	}
	f.Example = plain(cmp.Or(node.Field(p, "example"), firstItem(node.Field(schema, "examples"))))
	return f
}

func (r reader) response(status string, response *yaml.Node) Response {
	media := mediaOf(response)
	schema := r.property(node.Field(media, "schema"), "data")
	out := Response{Status: status, About: r.md.html(text(response, "description"))}
	if codes := node.Texts(node.Field(r.property(schema, "error_code"), "enum")); len(codes) > 0 {
		out.Codes = codes
		return out
	}
	if schema == nil { // no envelope: the answer is a file, or is the answer to a callback
		return out
	}
	out.Fields = r.fields(schema, nil)
	for name, example := range node.Fields(node.Field(media, "examples")) {
		if value := node.Field(r.follow(example), "value"); value != nil {
			out.Examples = append(out.Examples, Example{cmp.Or(text(r.follow(example), "summary"), name.Value), encode(value)})
		}
	}
	if len(out.Examples) == 0 {
		out.Examples = []Example{{JSON: r.exampleOf(media)}}
	}
	return out
}

// follow follows a $ref. Keys beside the $ref override those of its target.
func (r reader) follow(n *yaml.Node) *yaml.Node {
	for range 10 {
		ref := node.Field(n, "$ref")
		if ref == nil {
			return n
		}
		target := r.root
		for _, key := range strings.Split(strings.TrimPrefix(ref.Value, "#/"), "/") {
			target = node.Field(target, strings.NewReplacer("~1", "/", "~0", "~").Replace(key))
		}
		merged := node.Mapping()
		for key, value := range node.Fields(target) {
			node.Put(merged, key.Value, value)
		}
		for key, value := range node.Fields(n) {
			if key.Value != "$ref" {
				node.Set(merged, key.Value, value)
			}
		}
		n = merged
	}
	return n
}

// mediaOf returns the media type application/json of a body or response.
func mediaOf(n *yaml.Node) *yaml.Node { return node.Field(n, "content", "application/json") }

func text(n *yaml.Node, key string) string {
	if value := node.Field(n, key); value != nil {
		return value.Value
	}
	return ""
}

func firstItem(list *yaml.Node) *yaml.Node {
	if items := node.Items(list); len(items) > 0 {
		return items[0]
	}
	return nil
}

func slug(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

func namesOf(fields []Field) string {
	var names []string
	for _, f := range fields {
		names = append(names, f.Name, namesOf(f.Fields))
	}
	return strings.Join(names, " ")
}
