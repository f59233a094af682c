package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
	"go.yaml.in/yaml/v3"
)

// members returns the members of a mapping by name. It refuses what is no mapping, and members that are unknown,
// there twice, without a value, or aliases of another part of the file.
func (r *providersReader) members(n *yaml.Node, at string, known ...string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		r.refuse(n, at, "must have members: %s", strings.Join(known, ", "))
		return nil
	}
	found := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field := joined(at, key.Value)
		switch {
		case len(known) > 0 && !slices.Contains(known, key.Value):
			r.refuse(key, field, "is not known; known are %s", strings.Join(known, ", "))
		case found[key.Value] != nil:
			r.refuse(key, field, "is there twice")
		case value.Kind == yaml.AliasNode:
			r.refuse(value, field, "is an alias, which this file can't have")
		case isNothing(value):
			r.refuse(key, field, "has no value")
		default:
			found[key.Value] = value
		}
	}
	return found
}

// isNothing reports whether a value is empty, or one of the words of YAML for null.
func isNothing(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.Value == "" || n.Tag == "!!null")
}

func joined(at, member string) string {
	if at == "" {
		return member
	}
	return at + "." + member
}

// text reads a text or a number as it is written; empty for no node.
func (r *providersReader) text(n *yaml.Node, at string) string {
	if n == nil {
		return ""
	}
	if n.Kind != yaml.ScalarNode {
		r.refuse(n, at, "must be a text")
		return ""
	}
	return n.Value
}

// required reads the text of a member that must be there.
func (r *providersReader) required(parent *yaml.Node, m map[string]*yaml.Node, at, member string) string {
	if m[member] == nil && !r.named(parent, member) {
		r.refuse(parent, joined(at, member), "is missing")
	}
	return r.text(m[member], joined(at, member))
}

// named reports whether a mapping names a member, also one whose value was refused.
func (r *providersReader) named(n *yaml.Node, name string) bool { return member(n, name) != nil }

// member returns the value of a member of a mapping; nil if there is none.
func member(n *yaml.Node, name string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i+1]
		}
	}
	return nil
}

// flag reads true or false, in each way that YAML writes them; false for no node.
func (r *providersReader) flag(n *yaml.Node, at string) (on bool) {
	if n == nil {
		return false
	}
	if n.Tag != "!!bool" || n.Decode(&on) != nil {
		r.refuse(n, at, "must be true or false")
	}
	return on
}

// plainNumber is a number as people write it. A long exponent would take all memory.
var plainNumber = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,6})?$`)

// number reads a number from 0 up.
func (r *providersReader) number(n *yaml.Node, at string) decimal.Decimal {
	if n == nil {
		return decimal.Zero
	}
	if n.Kind != yaml.ScalarNode || !plainNumber.MatchString(n.Value) {
		r.refuse(n, at, "must be a number from 0 up, such as 4000 or 0.7")
		return decimal.Zero
	}
	return decimal.RequireFromString(n.Value)
}

// secret reads what a file holds, {file: PATH}, or a variable, {env: NAME}. The path is taken from the folder of the
// providers' file. A secret that must be there and is not is refused.
func (r *providersReader) secret(parent *yaml.Node, m map[string]*yaml.Node, at, member string, optional bool) string {
	n, field := m[member], joined(at, member)
	if n == nil {
		if !optional && !r.named(parent, member) {
			r.refuse(parent, field, "is missing")
		}
		return ""
	}
	if n.Kind != yaml.MappingNode {
		r.refuse(n, field, "is a secret, which this file can't hold: refer to it by {file: PATH} or {env: NAME}")
		return ""
	}
	of := r.members(n, field, "file", "env")
	switch {
	case len(n.Content) != 2:
		r.refuse(n, field, "must be either {file: PATH} or {env: NAME}")
	case of["file"] != nil:
		path := r.text(of["file"], field+".file")
		if path == "" {
			return ""
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.folder, path)
		}
		content, err := readSecret(path)
		if err != nil {
			r.refuse(of["file"], field, "%s", err)
		}
		return content
	case of["env"] != nil:
		name := r.text(of["env"], field+".env")
		r.used[name] = true
		if name != "" && r.environ[name] == "" {
			r.refuse(of["env"], field, "the variable %s is not set", name)
		}
		return r.environ[name]
	}
	return ""
}

// url reads the address of the provider: no path, and https where the secrets would leave this machine.
func (r *providersReader) url(parent *yaml.Node, m map[string]*yaml.Node, at string) string {
	raw := r.required(parent, m, at, "url")
	if raw == "" {
		return ""
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		r.refuse(m["url"], at+".url", "must be an http or https URL")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.Trim(u.Path, "/") != "":
		r.refuse(m["url"], at+".url", "must be a scheme and a host only, such as https://api.example.com")
	case r.production && !isEncryptedOrLocal(raw):
		r.refuse(m["url"], at+".url", "must be https in production: the credentials go there with each call")
	}
	return raw
}
