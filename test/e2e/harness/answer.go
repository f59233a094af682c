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

// answer is what a call came to.
type Answer struct {
	Request  string
	Status   int
	Header   http.Header
	Body     []byte
	Envelope map[string]any
}

var snakeCase = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// CheckEnvelope holds every answer to specification 2.1 and 7, and to the error
// codes and request ids of the decisions.
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

func (a Answer) ErrorCode() string {
	problem, _ := a.Envelope["data"].(map[string]any)
	code, _ := problem["error_code"].(string)
	return code
}

// wants demands the status.
func (a Answer) Wants(tb testing.TB, status int) Answer {
	tb.Helper()
	if a.Status != status {
		tb.Fatalf("%s: %d %s, want %d", a.Request, a.Status, a.Body, status)
	}
	return a
}

// refuses demands an error of this status and error_code.
func (a Answer) Refuses(tb testing.TB, status int, code string) Answer {
	tb.Helper()
	if a.Status != status || a.ErrorCode() != code {
		tb.Errorf("%s: %d %s, want %d %s", a.Request, a.Status, a.Body, status, code)
	}
	return a
}

// RefusesField demands a 400 that names the field.
func (a Answer) RefusesField(tb testing.TB, field string) {
	tb.Helper()
	problem, _ := a.Envelope["data"].(map[string]any)
	message, _ := a.Envelope["message"].(string)
	if a.Status != http.StatusBadRequest || problem["field"] != field || !strings.Contains(message, field) {
		tb.Errorf("%s: %d %s, want a 400 that names %s", a.Request, a.Status, a.Body, field)
	}
}

// field is a part of data: `transaction.status`, `0.id`.
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

// text is a field that must be a string with something in it.
func (a Answer) Text(tb testing.TB, path string) string {
	tb.Helper()
	s, ok := a.Field(tb, path).(string)
	if !ok || s == "" {
		tb.Fatalf("%s: %s is no text in %s", a.Request, path, a.Body)
	}
	return s
}

// id is a field that must be a positive integer.
func (a Answer) ID(tb testing.TB, path string) int64 {
	tb.Helper()
	n, _ := a.Field(tb, path).(json.Number)
	id, err := n.Int64()
	if err != nil || id < 1 {
		tb.Fatalf("%s: %s is no id in %s", a.Request, path, a.Body)
	}
	return id
}

// is demands fields of data, each as the JSON of what is expected.
func (a Answer) Is(tb testing.TB, want Object) Answer {
	tb.Helper()
	for path, value := range want {
		if got := JSON(a.Field(tb, path)); got != JSON(value) {
			tb.Errorf("%s: %s is %s, want %s", a.Request, path, got, JSON(value))
		}
	}
	return a
}

// list is data that must be an array.
func (a Answer) List(tb testing.TB) []any {
	tb.Helper()
	list, ok := a.Envelope["data"].([]any)
	if !ok {
		tb.Fatalf("%s: data is no list: %s", a.Request, a.Body)
	}
	return list
}

// column is one field of every item of a list.
func (a Answer) Column(tb testing.TB, name string) []string {
	tb.Helper()
	var values []string
	for _, item := range a.List(tb) {
		row, _ := item.(map[string]any)
		values = append(values, JSON(row[name]))
	}
	return values
}

// HasMeta demands the four figures of a page.
func (a Answer) HasMeta(tb testing.TB, total, perPage, page, last int) {
	tb.Helper()
	want := Object{"total": total, "per_page": perPage, "current_page": page, "last_page": last}
	if got := JSON(a.Envelope["meta"]); got != JSON(want) {
		tb.Errorf("%s: meta is %s, want %s", a.Request, got, JSON(want))
	}
}

// text is the JSON of a value, keys in order.
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

func (a Answer) Matches(tb testing.TB, fields Object) bool {
	tb.Helper()
	for path, want := range fields {
		if JSON(a.Field(tb, path)) != JSON(want) {
			return false
		}
	}
	return true
}

// SameAs demands the data of the other answer.
func (a Answer) SameAs(tb testing.TB, other Answer) {
	tb.Helper()
	if got, want := JSON(a.Envelope["data"]), JSON(other.Envelope["data"]); got != want {
		tb.Errorf("%s carries\n%s, but %s gives\n%s", a.Request, got, other.Request, want)
	}
}
