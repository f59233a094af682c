package openapi

import (
	"strings"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// Audience is a group of readers of a description. Each gets the operations of its own tags, and only the
// components that these need.
type Audience struct {
	// Path is where the description is served, below the prefix of the API.
	Path string
	// Title names the description.
	Title string
	// Name is the name of the folder with the errors that this audience meets (see OfPath).
	Name string
	// about, if not empty, replaces the introduction, which is written for merchants.
	about string
	has   func(tag string) bool
}

// The audiences.
var (
	Merchants = Audience{
		Path: "/docs", Name: "merchants", Title: "Payment Gateway",
		has: func(tag string) bool { return !isOfAdmins(tag) && tag != providerTag },
	}
	Administrators = Audience{
		Path: "/admin/docs", Name: "administrators", Title: "Payment Gateway: administration",
		about: "What administrators call, with the token of POST /admin/auth/login. The envelope, amounts, times and errors are\n" +
			"those of the merchants' description, at /api/v2/docs.\n",
		has: isOfAdmins,
	}
	Provider = Audience{
		Path: "/provider/docs", Name: "provider", Title: "Payment Gateway: the provider's notifications",
		about: "What the payment provider calls. No merchant does.\n",
		has:   func(tag string) bool { return tag == providerTag },
	}
)

// Audiences returns all audiences, the merchants first.
func Audiences() []Audience { return []Audience{Merchants, Administrators, Provider} }

// GuideToErrors returns the address of the guide to errors for the callers of a path: administrators, the
// provider, or otherwise merchants. publicURL and prefix are as in NewDocs.
func GuideToErrors(publicURL, prefix, path string) string {
	reader := Merchants
	if below, inside := strings.CutPrefix(path, prefix); inside {
		reader = OfPath(below)
	}
	return publicURL + prefix + reader.Path + "/errors"
}

// OfPath returns the audience of the operations at a path below the prefix of the API.
func OfPath(path string) Audience {
	for _, a := range []Audience{Administrators, Provider} {
		if strings.HasPrefix(path, strings.TrimSuffix(a.Path, "docs")) {
			return a
		}
	}
	return Merchants
}

const providerTag = "Provider"

func isOfAdmins(tag string) bool { return strings.HasPrefix(tag, "Admin ") }

// describe extracts the description for the audience from the whole one.
func (a Audience) describe(whole *yaml.Node) *yaml.Node {
	out := node.Mapping()
	for key, value := range node.Fields(whole) {
		switch key.Value {
		case "info":
			value = a.info(value)
		case "tags":
			value = a.tags(value)
		case "paths", "webhooks":
			if value = a.paths(value); len(value.Content) == 0 {
				continue
			}
		case "components":
			continue
		}
		node.Put(out, key.Value, value)
	}
	components := used(node.Field(whole, "components"), out)
	if examples := node.Field(components, "examples"); examples != nil {
		node.Set(components, "examples", a.errors(examples))
	}
	node.Put(out, "components", components)
	return out
}

// errors returns the examples of errors as this audience meets them. In the whole description the merchants'
// example is the value, and those of the other audiences stand beside it.
func (a Audience) errors(examples *yaml.Node) *yaml.Node {
	out := node.Mapping()
	for code, example := range node.Fields(examples) {
		kept := node.Mapping()
		for key, value := range node.Fields(example) {
			own := node.Field(example, errorOf+a.Name)
			switch {
			case strings.HasPrefix(key.Value, errorOf):
				continue
			case key.Value == "value" && own != nil:
				value = own
			case key.Value == "value":
				value = a.withGuide(value)
			}
			node.Put(kept, key.Value, value)
		}
		node.Put(out, code.Value, kept)
	}
	return out
}

// errorOf is the prefix of the keys for the other audiences in an example.
const errorOf = "x-value-for-"

// withGuide returns an error with the address of this audience's guide.
func (a Audience) withGuide(value *yaml.Node) *yaml.Node {
	out := *value
	out.Content = nil
	for key, member := range node.Fields(value) {
		switch {
		case key.Value == "data":
			member = a.withGuide(member)
		case key.Value == "doc_url":
			member = node.Text(strings.Replace(member.Value, Merchants.Path+"/errors#", a.Path+"/errors#", 1))
		}
		node.Put(&out, key.Value, member)
	}
	return &out
}

func (a Audience) info(info *yaml.Node) *yaml.Node {
	out := node.Mapping()
	for key, value := range node.Fields(info) {
		switch {
		case key.Value == "title":
			value = node.Text(a.Title)
		case key.Value == "summary" && a.about != "":
			continue
		case key.Value == "description" && a.about != "":
			value = node.Text(a.about)
		}
		node.Put(out, key.Value, value)
	}
	return out
}

func (a Audience) tags(tags *yaml.Node) *yaml.Node {
	out := node.List()
	for _, tag := range node.Items(tags) {
		if a.has(node.Field(tag, "name").Value) {
			out.Content = append(out.Content, tag)
		}
	}
	return out
}

func (a Audience) paths(paths *yaml.Node) *yaml.Node {
	out := node.Mapping()
	for path, item := range node.Fields(paths) {
		kept, operations := node.Mapping(), 0
		for key, value := range node.Fields(item) {
			tags := node.Items(node.Field(value, "tags"))
			if len(tags) > 0 && !a.has(tags[0].Value) {
				continue
			}
			operations += len(tags)
			node.Put(kept, key.Value, value)
		}
		if operations > 0 {
			node.Put(out, path.Value, kept)
		}
	}
	return out
}

// used keeps the components that a document refers to, directly or through others, in their order.
func used(components, document *yaml.Node) *yaml.Node {
	wanted := map[string]bool{}
	want(components, document, wanted)
	out := node.Mapping()
	for kind, all := range node.Fields(components) {
		kept := node.Mapping()
		for name, component := range node.Fields(all) {
			if wanted[kind.Value+"/"+name.Value] {
				node.Put(kept, name.Value, component)
			}
		}
		if len(kept.Content) > 0 {
			node.Put(out, kind.Value, kept)
		}
	}
	return out
}

// want collects the components that n refers to, by $ref and by the names of security schemes.
func want(components, n *yaml.Node, wanted map[string]bool) {
	for key, value := range node.Fields(n) {
		var id string
		switch {
		case key.Value == "$ref" && value.Kind == yaml.ScalarNode:
			id = strings.TrimPrefix(value.Value, "#/components/")
		case node.Field(components, "securitySchemes", key.Value) != nil:
			id = "securitySchemes/" + key.Value
		}
		if id != "" && !wanted[id] {
			wanted[id] = true
			kind, name, _ := strings.Cut(id, "/")
			want(components, node.Field(components, kind, name), wanted)
		}
	}
	for _, child := range n.Content {
		want(components, child, wanted)
	}
}
