package e2e

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// answer is what a call came to.
type answer struct {
	request  string
	status   int
	header   http.Header
	body     []byte
	envelope map[string]any
}

var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// checkEnvelope holds every answer to specification 2.1 and 7, and to the error
// codes and request ids of the decisions.
func (a answer) checkEnvelope(tb testing.TB) {
	tb.Helper()
	fail := func(what string) { tb.Errorf("%s: %s: %d %s", a.request, what, a.status, a.body) }
	keys := keysOf(a.envelope)
	if !slices.Equal(keys, []string{"code", "data", "message", "success"}) &&
		!slices.Equal(keys, []string{"code", "data", "message", "meta", "success"}) {
		fail("no envelope")
		return
	}
	if a.envelope["code"] != json.Number(strconv.Itoa(a.status)) {
		fail("code is not the status")
	}
	if a.envelope["success"] != (a.status < 400) {
		fail("success contradicts the status")
	}
	if message, _ := a.envelope["message"].(string); message == "" {
		fail("no message")
	}
	if a.status >= 400 && !snakeCase.MatchString(a.errorCode()) {
		fail("no error_code")
	}
	if problem := a.header.Get(undescribed); problem != "" {
		fail(problem)
	}
	if a.header.Get("X-Request-Id") == "" || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
		fail("headers")
	}
}

func (a answer) errorCode() string {
	problem, _ := a.envelope["data"].(map[string]any)
	code, _ := problem["error_code"].(string)
	return code
}

// wants demands the status.
func (a answer) wants(tb testing.TB, status int) answer {
	tb.Helper()
	if a.status != status {
		tb.Fatalf("%s: %d %s, want %d", a.request, a.status, a.body, status)
	}
	return a
}

// refuses demands an error of this status and error_code.
func (a answer) refuses(tb testing.TB, status int, code string) answer {
	tb.Helper()
	if a.status != status || a.errorCode() != code {
		tb.Errorf("%s: %d %s, want %d %s", a.request, a.status, a.body, status, code)
	}
	return a
}

// refusesField demands a 400 that names the field.
func (a answer) refusesField(tb testing.TB, field string) {
	tb.Helper()
	problem, _ := a.envelope["data"].(map[string]any)
	message, _ := a.envelope["message"].(string)
	if a.status != http.StatusBadRequest || problem["field"] != field || !strings.Contains(message, field) {
		tb.Errorf("%s: %d %s, want a 400 that names %s", a.request, a.status, a.body, field)
	}
}

// field is a part of data: `transaction.status`, `0.id`.
func (a answer) field(tb testing.TB, path string) any {
	tb.Helper()
	value := a.envelope["data"]
	for _, name := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			inner, there := v[name]
			if !there {
				tb.Fatalf("%s: no %s in %s", a.request, path, a.body)
			}
			value = inner
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(v) {
				tb.Fatalf("%s: no %s in %s", a.request, path, a.body)
			}
			value = v[i]
		default:
			tb.Fatalf("%s: no %s in %s", a.request, path, a.body)
		}
	}
	return value
}

// text is a field that must be a string with something in it.
func (a answer) text(tb testing.TB, path string) string {
	tb.Helper()
	s, ok := a.field(tb, path).(string)
	if !ok || s == "" {
		tb.Fatalf("%s: %s is no text in %s", a.request, path, a.body)
	}
	return s
}

// id is a field that must be a positive integer.
func (a answer) id(tb testing.TB, path string) int64 {
	tb.Helper()
	n, _ := a.field(tb, path).(json.Number)
	id, err := n.Int64()
	if err != nil || id < 1 {
		tb.Fatalf("%s: %s is no id in %s", a.request, path, a.body)
	}
	return id
}

// is demands fields of data, each as the JSON of what is expected.
func (a answer) is(tb testing.TB, want object) answer {
	tb.Helper()
	for path, value := range want {
		if got := text(a.field(tb, path)); got != text(value) {
			tb.Errorf("%s: %s is %s, want %s", a.request, path, got, text(value))
		}
	}
	return a
}

// list is data that must be an array.
func (a answer) list(tb testing.TB) []any {
	tb.Helper()
	list, ok := a.envelope["data"].([]any)
	if !ok {
		tb.Fatalf("%s: data is no list: %s", a.request, a.body)
	}
	return list
}

// column is one field of every item of a list.
func (a answer) column(tb testing.TB, name string) []string {
	tb.Helper()
	var values []string
	for _, item := range a.list(tb) {
		row, _ := item.(map[string]any)
		values = append(values, text(row[name]))
	}
	return values
}

// hasMeta demands the four figures of a page.
func (a answer) hasMeta(tb testing.TB, total, perPage, page, last int) {
	tb.Helper()
	want := object{"total": total, "per_page": perPage, "current_page": page, "last_page": last}
	if got := text(a.envelope["meta"]); got != text(want) {
		tb.Errorf("%s: meta is %s, want %s", a.request, got, text(want))
	}
}

// text is the JSON of a value, keys in order.
func text(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // a mistake in the test
	}
	return string(raw)
}

func keysOf(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
