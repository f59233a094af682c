package harness

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// errorsFolder has a file for each error_code: the operation that answered it, and the answer.
var errorsFolder = filepath.Join(examplesFolder, "errors")

type refusal struct{ row, status, code string }

// refused is what an operation said with one error_code.
type refused struct {
	best candidate
	// messages are all that were said, without their numbers.
	messages map[string]bool
}

var numbers = regexp.MustCompile(`\d+`)

func withoutNumbers(s string) string { return numbers.ReplaceAllString(s, "0") }

// takeRefusal takes an error into account.
func (e *examples) takeRefusal(row, status string, answer []byte) {
	var got yaml.Node
	if yaml.Unmarshal(answer, &got) != nil || len(got.Content) == 0 {
		return
	}
	body := got.Content[0]
	code, message := node.Field(body, "data", "error_code"), node.Field(body, "message")
	if code == nil || message == nil {
		return
	}
	c := candidate{answer: body, penalty: oddities(body) + len(message.Value)/80}
	key := refusal{row, status, code.Value}
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.refusals[key]
	if now == nil {
		now = &refused{best: c, messages: map[string]bool{}}
		e.refusals[key] = now
	}
	now.messages[withoutNumbers(message.Value)] = true
	if c.penalty < now.best.penalty || c.penalty == now.best.penalty && message.Value < node.Field(now.best.answer, "message").Value {
		now.best = c
	}
}

// checkErrorExamples holds the stored example of each error that an operation of this package
// answered against what it says now, or writes those that are missing or no longer right.
func checkErrorExamples(tb testing.TB, d *description, name string, complete bool) {
	tb.Helper()
	keys := slices.SortedFunc(maps.Keys(d.examples.refusals), func(a, b refusal) int {
		return strings.Compare(a.code+a.row, b.code+b.row)
	})
	written := map[string]bool{}
	for _, key := range keys {
		file := filepath.Join(errorsFolder, key.code+".yaml")
		from, message, members := storedError(file)
		ours := d.operation(key.row).owner(key.status) == name
		now := d.examples.refusals[key]
		rotten := from == key.row && (complete && !now.messages[withoutNumbers(message)] || !slices.Equal(members, membersOf(now.best.answer)))
		switch {
		case !ours || written[key.code]:
		case writeExamples && (from == "" || rotten || writeAllExamples && from == key.row):
			written[key.code] = true
			now.best.writeError(tb, file, key.row)
		case rotten:
			tb.Errorf("the example of %s: %s no longer says %q: WRITE_EXAMPLES=1 make test PKG=./test/e2e/%s TESTFLAGS=-short", key.code, key.row, message, name)
		}
	}
}

// storedError gives the operation, the message and the members of a stored example; empty where
// there is none.
func storedError(file string) (from, message string, members []string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return "", "", nil
	}
	var root yaml.Node
	var stored struct {
		From   string
		Answer struct{ Message string }
	}
	if yaml.Unmarshal(raw, &root) != nil || yaml.Unmarshal(raw, &stored) != nil || len(root.Content) == 0 {
		return "", "", nil // written anew
	}
	return stored.From, stored.Answer.Message, membersOf(node.Field(root.Content[0], "answer"))
}

// membersOf are the names in an error's data, sorted.
func membersOf(answer *yaml.Node) (names []string) {
	for key := range node.Fields(node.Field(answer, "data")) {
		names = append(names, key.Value)
	}
	slices.Sort(names)
	return names
}

func (c candidate) writeError(tb testing.TB, file, row string) {
	tb.Helper()
	text, err := node.Encode(node.Mapping("from", node.Text(row), "answer", newNormaliser(c.answer).normal("", c.answer)))
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
