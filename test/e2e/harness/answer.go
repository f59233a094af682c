package harness

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Answer is the response to a call, with the status, the headers and the body as received.
type Answer struct {
	Request  string
	Status   int
	Header   http.Header
	Body     []byte
	Envelope map[string]any
}

var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// CheckEnvelope checks what every answer of the API has: the envelope with code, success, message and data, an
// error_code in a refusal, and a request id (API reference: Responses).
func (a Answer) CheckEnvelope(tb testing.TB) {
	tb.Helper()
	fail := func(what string) { tb.Errorf("%s: %s: %d %s", a.Request, what, a.Status, a.Body) }
	keys := keysOf(a.Envelope)
	if !slices.Equal(keys, []string{"code", "data", "message", "success"}) &&
		!slices.Equal(keys, []string{"code", "data", "message", "meta", "success"}) {
		fail("no envelope")
		return
	}
	if a.Envelope["code"] != json.Number(strconv.Itoa(a.Status)) {
		fail("code is not the status")
	}
	if a.Envelope["success"] != (a.Status < 400) {
		fail("success contradicts the status")
	}
	if message, _ := a.Envelope["message"].(string); message == "" {
		fail("no message")
	}
	if a.Status >= 400 && !snakeCase.MatchString(a.ErrorCode()) {
		fail("no error_code")
	}
	if problem := a.Header.Get(Undescribed); problem != "" {
		fail(problem)
	}
	if a.Header.Get("X-Request-Id") == "" || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
		fail("headers")
	}
}

// ErrorCode is the error_code of a refusal, or "".
func (a Answer) ErrorCode() string {
	problem, _ := a.Envelope["data"].(map[string]any)
	code, _ := problem["error_code"].(string)
	return code
}

// Wants ends the test unless the answer has the status.
func (a Answer) Wants(tb testing.TB, status int) Answer {
	tb.Helper()
	if a.Status != status {
		tb.Fatalf("%s: %d %s, want %d", a.Request, a.Status, a.Body, status)
	}
	return a
}

// Refuses checks that the answer is an error with this status and error_code.
func (a Answer) Refuses(tb testing.TB, status int, code string) Answer {
	tb.Helper()
	if a.Status != status || a.ErrorCode() != code {
		tb.Errorf("%s: %d %s, want %d %s", a.Request, a.Status, a.Body, status, code)
	}
	return a
}

// RefusesField checks that the answer is a 400 that names the field.
func (a Answer) RefusesField(tb testing.TB, field string) {
	tb.Helper()
	problem, _ := a.Envelope["data"].(map[string]any)
	message, _ := a.Envelope["message"].(string)
	if a.Status != http.StatusBadRequest || problem["field"] != field || !strings.Contains(message, field) {
		tb.Errorf("%s: %d %s, want a 400 that names %s", a.Request, a.Status, a.Body, field)
	}
}

// RefusesFields checks that the answer is a 400 that names exactly these fields, in any order.
func (a Answer) RefusesFields(tb testing.TB, fields ...string) {
	tb.Helper()
	var named []string
	problem, _ := a.Envelope["data"].(map[string]any)
	list, _ := problem["errors"].([]any)
	for _, one := range list {
		field, _ := one.(map[string]any)["field"].(string)
		named = append(named, field)
	}
	slices.Sort(named)
	if a.Status != http.StatusBadRequest || !slices.Equal(named, slices.Sorted(slices.Values(fields))) {
		tb.Errorf("%s: %d %s, want a 400 that names %v", a.Request, a.Status, a.Body, fields)
	}
}

// Field returns a part of data by its path: `transaction.status`, or `0.id` in a list. The test ends if there
// is no such part.
func (a Answer) Field(tb testing.TB, path string) any {
	tb.Helper()
	value := a.Envelope["data"]
	for _, name := range strings.Split(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			inner, there := v[name]
			if !there {
				tb.Fatalf("%s: no %s in %s", a.Request, path, a.Body)
			}
			value = inner
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(v) {
				tb.Fatalf("%s: no %s in %s", a.Request, path, a.Body)
			}
			value = v[i]
		default:
			tb.Fatalf("%s: no %s in %s", a.Request, path, a.Body)
		}
	}
	return value
}

// Text returns a part of data that must be a string, not empty.
func (a Answer) Text(tb testing.TB, path string) string {
	tb.Helper()
	s, ok := a.Field(tb, path).(string)
	if !ok || s == "" {
		tb.Fatalf("%s: %s is no text in %s", a.Request, path, a.Body)
	}
	return s
}

// ID returns a part of data that must be a positive integer.
func (a Answer) ID(tb testing.TB, path string) int64 {
	tb.Helper()
	n, _ := a.Field(tb, path).(json.Number)
	id, err := n.Int64()
	if err != nil || id < 1 {
		tb.Fatalf("%s: %s is no id in %s", a.Request, path, a.Body)
	}
	return id
}

// Is checks parts of data, by their paths, against the JSON of the expected values.
func (a Answer) Is(tb testing.TB, want Object) Answer {
	tb.Helper()
	for path, value := range want {
		if got := JSON(a.Field(tb, path)); got != JSON(value) {
			tb.Errorf("%s: %s is %s, want %s", a.Request, path, got, JSON(value))
		}
	}
	return a
}

// List returns data that must be an array.
func (a Answer) List(tb testing.TB) []any {
	tb.Helper()
	list, ok := a.Envelope["data"].([]any)
	if !ok {
		tb.Fatalf("%s: data is no list: %s", a.Request, a.Body)
	}
	return list
}

// Column returns the JSON of one field of every item of a list.
func (a Answer) Column(tb testing.TB, name string) []string {
	tb.Helper()
	var values []string
	for _, item := range a.List(tb) {
		row, _ := item.(map[string]any)
		values = append(values, JSON(row[name]))
	}
	return values
}

// HasMeta checks the four figures of a page.
func (a Answer) HasMeta(tb testing.TB, total, perPage, page, last int) {
	tb.Helper()
	want := Object{"total": total, "per_page": perPage, "current_page": page, "last_page": last}
	if got := JSON(a.Envelope["meta"]); got != JSON(want) {
		tb.Errorf("%s: meta is %s, want %s", a.Request, got, JSON(want))
	}
}

// JSON returns the JSON of a value, with the keys of objects sorted.
func JSON(value any) string {
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

// Matches reports whether parts of data, by their paths, have the expected values.
func (a Answer) Matches(tb testing.TB, fields Object) bool {
	tb.Helper()
	for path, want := range fields {
		if JSON(a.Field(tb, path)) != JSON(want) {
			return false
		}
	}
	return true
}

// SameAs checks that data is the same as that of the other answer.
func (a Answer) SameAs(tb testing.TB, other Answer) {
	tb.Helper()
	if got, want := JSON(a.Envelope["data"]), JSON(other.Envelope["data"]); got != want {
		tb.Errorf("%s carries\n%s, but %s gives\n%s", a.Request, got, other.Request, want)
	}
}
