package harness

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gateway/http/openapi/node"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
)

// The description's examples are answers that tests got from a running gateway. Each package of tests records
// those of its own operations (see owners), and fails if a stored example no longer has the shape of the
// gateway's answers. WRITE_EXAMPLES=1 writes those that are missing or out of date, WRITE_EXAMPLES=all writes
// all.
var (
	writeExamples    = os.Getenv("WRITE_EXAMPLES") != ""
	writeAllExamples = os.Getenv("WRITE_EXAMPLES") == "all"
)

// examplesFolder holds a file for each operation. Tests run in the folder of their package.
var examplesFolder = filepath.FromSlash("../../../http/openapi/description/examples")

// examples collects the good answers of each operation, by its id.
type examples struct {
	mu     sync.Mutex
	best   map[string]candidate
	shapes map[string]shapes
	// refusals holds the refusals by operation and error_code.
	refusals map[refusal]*refused
}

// candidate is a call that may serve as the example. The fewer odd or empty values it has, the better it is.
type candidate struct {
	request, answer *yaml.Node
	penalty         int
}

func newExamples() *examples {
	return &examples{best: map[string]candidate{}, shapes: map[string]shapes{}, refusals: map[refusal]*refused{}}
}

// take records a good answer, with the body of its request.
func (e *examples) take(o *openapi3.Operation, status string, request, answer []byte) {
	media := o.Responses.Value(status).Value.Content["application/json"]
	if status != goodStatus(o) || media == nil {
		return
	}
	var said, got yaml.Node
	if yaml.Unmarshal(answer, &got) != nil || len(got.Content) == 0 {
		return
	}
	if enveloped := node.Field(got.Content[0], "success") != nil; enveloped != hasEnvelope(media.Schema.Value) {
		return // a download, which some operations also offer
	}
	_ = yaml.Unmarshal(request, &said) // no body, or one that is accepted although it is not YAML: no example of a request
	c := candidate{answer: got.Content[0]}
	if len(said.Content) > 0 {
		c.request = said.Content[0]
	}
	c.penalty = oddities(c.answer) + 3*oddities(c.request) + unknownMembers(o, c.request)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shapes[o.OperationID] == nil {
		e.shapes[o.OperationID] = shapes{}
	}
	e.shapes[o.OperationID].add("", c.answer)
	if former, known := e.best[o.OperationID]; !known || c.penalty < former.penalty {
		e.best[o.OperationID] = c
	}
}

// goodStatus is the first status of a good answer of the operation.
func goodStatus(o *openapi3.Operation) string {
	return slices.Min(slices.Collect(maps.Keys(o.Responses.Map())))
}

// unknownMembers is a penalty for members that the description does not know, which the gateway ignores.
func unknownMembers(o *openapi3.Operation, request *yaml.Node) (penalty int) {
	if o.RequestBody == nil {
		return 0
	}
	known := o.RequestBody.Value.Content["application/json"].Schema.Value.Properties
	for key := range node.Fields(request) {
		if known[key.Value] == nil {
			penalty += 50
		}
		penalty--
	}
	return penalty
}

// oddities counts what makes an example a poor one.
func oddities(n *yaml.Node) (penalty int) {
	if n == nil {
		return 0
	}
	switch {
	case n.Kind == yaml.SequenceNode && len(n.Content) == 0:
		return 10
	case n.Kind == yaml.ScalarNode && (n.Tag == "!!null" || n.Value == ""):
		return 1
	case n.Kind == yaml.ScalarNode && (strings.ContainsFunc(n.Value, isOdd) || n.Value == "string"):
		return 30
	case n.Kind == yaml.ScalarNode && len(n.Value) > 400:
		return 5
	}
	for i, child := range n.Content {
		if i < 20 {
			penalty += oddities(child)
		}
	}
	return penalty
}

func isOdd(r rune) bool { return r > '~' || r < ' ' && r != '\n' || r == '\\' }

// checkExamples compares the stored examples of the package's operations with what the gateway
// answered, or writes them.
func checkExamples(tb testing.TB, d *description, name string, complete bool) {
	tb.Helper()
	open := openMembers(d.Doc)
	for _, row := range slices.Sorted(maps.Keys(d.answered)) {
		o := d.operation(row)
		status := goodStatus(o.Operation)
		best, known := d.examples.best[o.OperationID]
		if o.owner(status) != name || !known {
			continue
		}
		file := filepath.Join(examplesFolder, o.OperationID+".yaml")
		problem := misfit(d, o, file, open, complete)
		switch {
		case problem == "" && !writeAllExamples:
		case writeExamples:
			best.write(tb, file)
		case complete:
			tb.Errorf("the example of %s: %s: WRITE_EXAMPLES=1 make test PKG=./test/e2e/%s TESTFLAGS=-short", row, problem, name)
		}
	}
}

// ownWords is the operation whose status may be any word of the merchant.
const ownWords = "recordTransaction"

// misfit says why the stored example of an operation does not fit. A run of only some tests does not know all
// answers, so it compares the example only with the schema.
func misfit(d *description, o Operation, file string, open map[string]bool, complete bool) string {
	raw, err := os.ReadFile(file)
	if err != nil {
		return "there is none"
	}
	var stored yaml.Node
	var value struct {
		Answer any `yaml:"answer"`
	}
	if yaml.Unmarshal(raw, &stored) != nil || yaml.Unmarshal(raw, &value) != nil || len(stored.Content) == 0 {
		return "it can't be read"
	}
	schema := o.Responses.Value(goodStatus(o.Operation)).Value.Content["application/json"].Schema.Value
	if err := schema.VisitJSON(plain(value.Answer)); err != nil {
		reason, _, _ := strings.Cut(strings.Join(strings.Fields(err.Error()), " "), " Schema:")
		return "it does not fit the description: " + reason
	}
	if word := unknownWord(schema, plain(value.Answer)); word != "" && o.OperationID != ownWords {
		return fmt.Sprintf("the description does not know the word %q", word)
	}
	if !complete {
		return ""
	}
	if o.OperationID == "listLog" || o.OperationID == "getLogEvent" {
		open = maps.Clone(open)
		open[eventData] = true
	}
	return d.examples.shapes[o.OperationID].differ("", node.Field(stored.Content[0], "answer"), open)
}

// write writes the file of an example.
func (c candidate) write(tb testing.TB, file string) {
	tb.Helper()
	out := node.Mapping()
	n := newNormaliser(c.answer)
	if c.request != nil && c.request.Kind == yaml.MappingNode && len(c.request.Content) > 0 {
		node.Put(out, "request", n.normal("", c.request))
	}
	node.Put(out, "answer", shortened(n.normal("", c.answer)))
	text, err := node.Encode(out)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, append([]byte(exampleHeader), text...), 0o644)
	}
	if err != nil {
		tb.Errorf("%s: %v", file, err)
	}
}

const exampleHeader = "# Recorded from a running gateway; CONTRIBUTING.md says how. Ids, times and secrets are sample values.\n"
