package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gateway/domain/connection"
	"gateway/http/outbound/providers"

	"go.yaml.in/yaml/v3"
)

// maxConnections limits how many connections there are. The names of metrics and accounts grow with them.
const maxConnections = 20

// reservedNames are no names of connections, because other addresses have them where the addresses of notifications
// have the name of their connection.
var reservedNames = []string{"callbacks", "docs"}

// readProviders reads the file that PROVIDERS_FILE names: the connections to payment providers, in its order. environ
// has the variables that the file may refer to. used are the names of those that it refers to. It reports all problems,
// each with file, line and field, and none repeats a value, which may be a secret.
func readProviders(path string, environ map[string]string, production bool) (list []providers.Connection, used []string, problems []error) {
	text, err := os.ReadFile(path)
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, nil, []error{fmt.Errorf("PROVIDERS_FILE: the file %s can't be read: %w", path, wrong.Err)}
	}
	if err != nil {
		return nil, nil, []error{fmt.Errorf("PROVIDERS_FILE: %w", err)}
	}
	r := &providersReader{
		name: filepath.Base(path), folder: filepath.Dir(path), environ: environ, used: map[string]bool{}, production: production,
		contracts: map[contract]string{},
	}
	var document, another yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil, []error{fmt.Errorf("PROVIDERS_FILE %s: is empty", r.name)}
	case err != nil:
		return nil, nil, []error{fmt.Errorf("PROVIDERS_FILE %s: %s", r.name, strings.TrimPrefix(err.Error(), "yaml: "))}
	case !errors.Is(decoder.Decode(&another), io.EOF):
		return nil, nil, []error{fmt.Errorf("PROVIDERS_FILE %s: has more than one document", r.name)}
	}
	list = r.file(document.Content[0])
	slices.SortStableFunc(r.problems, func(a, b fileProblem) int {
		return cmp.Or(cmp.Compare(a.line, b.line), strings.Compare(a.text, b.text))
	})
	for _, p := range r.problems {
		problems = append(problems, fmt.Errorf("PROVIDERS_FILE %s:%d: %s", r.name, p.line, p.text))
	}
	return list, slices.Sorted(maps.Keys(r.used)), problems
}

// fileProblem is what is wrong with one line.
type fileProblem struct {
	line int
	text string
}

// providersReader reads the nodes of the file and collects its problems.
type providersReader struct {
	name, folder string
	environ      map[string]string
	used         map[string]bool
	production   bool
	contracts    map[contract]string // the connections by their contracts
	problems     []fileProblem
}

// refuse adds a problem of a node; at is the field, such as connections[1].url.
func (r *providersReader) refuse(n *yaml.Node, at, format string, args ...any) {
	if at != "" {
		at += ": "
	}
	r.problems = append(r.problems, fileProblem{n.Line, at + fmt.Sprintf(format, args...)})
}

// file reads the whole file.
func (r *providersReader) file(root *yaml.Node) (list []providers.Connection) {
	all := r.members(root, "", "connections")
	entries := all["connections"]
	switch {
	case entries == nil:
		if root.Kind == yaml.MappingNode {
			r.refuse(root, "connections", "is missing")
		}
		return nil
	case entries.Kind != yaml.SequenceNode || len(entries.Content) == 0:
		r.refuse(entries, "connections", "must be a list of at least one connection")
		return nil
	case len(entries.Content) > maxConnections:
		r.refuse(entries, "connections", "has %d connections, more than %d", len(entries.Content), maxConnections)
	}
	taken := map[string]int{}
	for i, n := range entries.Content {
		at := fmt.Sprintf("connections[%d]", i)
		c := r.connection(n, at)
		if first, twice := taken[c.Name]; twice && c.Name != "" {
			r.refuse(n, at+".name", "%s is also the name of connections[%d]", c.Name, first)
		} else {
			taken[c.Name] = i
		}
		list = append(list, c)
	}
	return list
}

// commonMembers are those that a connection to any provider may have.
var commonMembers = []string{"name", "provider", "url", "off", "channels", "payouts"}

// connection reads one connection. What could not be read is zero.
func (r *providersReader) connection(n *yaml.Node, at string) (c providers.Connection) {
	company := ""
	if provider := member(n, "provider"); provider != nil {
		company = provider.Value
	}
	own, known := membersOf(company)
	if !known {
		own = anyMembers() // what it may have is not known, so nothing is reported as unknown that another provider has
	}
	m := r.members(n, at, slices.Concat(commonMembers, own)...)
	if n.Kind != yaml.MappingNode {
		return c
	}
	c.Name = r.required(n, m, at, "name")
	switch {
	case c.Name == "":
	case connection.Check("name", c.Name) != nil:
		r.refuse(m["name"], at+".name", "must be a name such as doku-1: lower-case letters and digits, at most %d characters",
			connection.MaxLength)
	case slices.Contains(reservedNames, c.Name):
		r.refuse(m["name"], at+".name", "%s is taken by another address", c.Name)
	case c.Name == connection.Xendit && known && company != providers.Xendit:
		r.refuse(m["name"], at+".name", "%s is the name of a connection to Xendit: payments of the log without a name are there", c.Name)
	}
	c.Provider = r.required(n, m, at, "provider")
	if c.Provider != "" && !known {
		r.refuse(m["provider"], at+".provider", "must be one of %s", strings.Join(providers.Companies(), ", "))
	}
	c.URL = r.url(n, m, at)
	c.Off = r.flag(m["off"], at+".off")
	if !known {
		return c
	}
	c.Channels = r.channels(m["channels"], at+".channels", c.Provider)
	c.Payouts = r.payouts(m["payouts"], at+".payouts", c.Provider)
	if len(c.Channels) == 0 && c.Payouts == nil && m["channels"] == nil && m["payouts"] == nil {
		r.refuse(n, at, "has neither channels nor payouts")
	}
	if c.Provider == providers.Xendit {
		c.Key = r.key(n, m, at, c)
	} else {
		c.SNAP = r.snap(n, m, at, c)
	}
	return c
}
