package harness

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/http/openapi"
	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

// errorsFolder has a folder for each audience, with a file for each error_code: the operation that answered it,
// the package of tests that recorded it and compares it with the gateway's answers, and the answer.
var errorsFolder = filepath.Join(examplesFolder, "errors")

type refusal struct{ row, status, code string }

// refused is what an operation answered with one error_code.
type refused struct {
	best candidate
	// messages are all messages, without their numbers.
	messages map[string]bool
}

var numbers = regexp.MustCompile(`\d+`)

func withoutNumbers(s string) string { return numbers.ReplaceAllString(s, "0") }

// takeRefusal records an error.
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
	now.messages[withoutNumbers(newNormaliser(body).text("message", message.Value))] = true
	if c.penalty < now.best.penalty || c.penalty == now.best.penalty && message.Value < node.Field(now.best.answer, "message").Value {
		now.best = c
	}
}

// checkErrorExamples compares the errors that this package of tests recorded with what their operations answer
// now. It writes those that are missing or out of date. The first package that meets an error records it,
// whichever operation answered it.
func checkErrorExamples(tb testing.TB, d *description, name string, complete bool) {
	tb.Helper()
	for _, key := range slices.SortedFunc(maps.Keys(d.examples.refusals), func(a, b refusal) int {
		return strings.Compare(a.code+a.row, b.code+b.row)
	}) {
		_, path, _ := strings.Cut(key.row, " ")
		file := filepath.Join(errorsFolder, openapi.OfPath(path).Name, key.code+".yaml")
		if s := storedError(file); writeExamples && (s.From == "" || writeAllExamples && s.From == key.row && s.By == name) {
			d.examples.refusals[key].best.writeError(tb, file, key.row, name)
		}
	}
	files, _ := filepath.Glob(filepath.Join(errorsFolder, "*", "*.yaml")) // the pattern is valid
	for _, file := range files {
		s := storedError(file)
		code := strings.TrimSuffix(filepath.Base(file), ".yaml")
		now, problem := d.examples.rotten(s, code, complete)
		switch {
		case s.By != name || problem == "":
		case writeExamples && now != nil:
			now.best.writeError(tb, file, s.From, name)
		case writeExamples:
			tb.Errorf("the example of %s: %s: remove %s, and record it anew", code, problem, file)
		default:
			tb.Errorf("the example of %s: %s: WRITE_EXAMPLES=1 make test PKG=./test/e2e/%s TESTFLAGS=-short", code, problem, name)
		}
	}
}

// rotten says why a stored error is not what the gateway answers. A run of only some tests does not know all answers.
func (e *examples) rotten(s stored, code string, complete bool) (now *refused, problem string) {
	for key, found := range e.refusals { // with one status, or with several
		if key.row == s.From && key.code == code && (now == nil || found.messages[withoutNumbers(s.Answer.Message)]) {
			now = found
		}
	}
	switch {
	case now == nil && complete:
		return nil, s.From + " never answered it"
	case now == nil:
		return nil, ""
	case !slices.Equal(s.members, membersOf(now.best.answer)):
		return now, s.From + " answers other members"
	case complete && !now.messages[withoutNumbers(s.Answer.Message)]:
		return now, fmt.Sprintf("%s no longer says %q, but %q", s.From, s.Answer.Message, slices.Sorted(maps.Keys(now.messages)))
	}
	return now, ""
}

// stored is the example of an error, empty if there is none.
type stored struct {
	// From is the operation, By the package of tests.
	From, By string
	Answer   struct{ Message string }
	members  []string
}

func storedError(file string) (s stored) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return stored{}
	}
	var root yaml.Node
	if yaml.Unmarshal(raw, &root) != nil || yaml.Unmarshal(raw, &s) != nil || len(root.Content) == 0 {
		return stored{} // it will be rewritten
	}
	s.members = membersOf(node.Field(root.Content[0], "answer"))
	return s
}

// membersOf returns the names in an error's data, sorted.
func membersOf(answer *yaml.Node) (names []string) {
	for key := range node.Fields(node.Field(answer, "data")) {
		names = append(names, key.Value)
	}
	slices.Sort(names)
	return names
}

func (c candidate) writeError(tb testing.TB, file, row, name string) {
	tb.Helper()
	text, err := node.Encode(node.Mapping("from", node.Text(row), "by", node.Text(name), "answer", newNormaliser(c.answer).normal("", c.answer)))
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
