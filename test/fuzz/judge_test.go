package fuzz

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// insides matches traces of the gateway's internals, and hashes of secrets.
var insides = regexp.MustCompile(`goroutine \d+ \[|runtime error|[a-z_]+\.go:\d+|pq: |SQLSTATE|syntax error at or near|` +
	`/work/|/root/|/usr/local/|/tmp/|` +
	`sql: |strconv\.|json: |parsing time|cannot unmarshal|\$2[aby]\$\d\d\$|\$argon2|` +
	`interface conversion|nil pointer|context canceled|context deadline|` +
	`(?i:select [a-z_*, ]+ from |insert into )`)

// judge collects what is wrong with the answers to one role.
type judge struct {
	testing.TB
	at, sent string
	told     map[string]int
	statuses [6]int
	problems int
	// hidden are texts that no answer may contain, with what they are.
	hidden map[string]string
}

// Errorf reports a problem. It reports similar problems of one operation only once.
func (j *judge) Errorf(format string, args ...any) {
	j.problem(j.sent, fmt.Sprintf(format, args...))
}

func (j *judge) problem(where, what string) {
	j.TB.Helper()
	first, _, _ := strings.Cut(where, " HTTP ")
	key := digits.ReplaceAllString(cut(first, 90)+" "+cut(what, 160), "#")
	if j.told[key]++; j.told[key] > 1 {
		return
	}
	if j.problems++; j.problems <= mostProblems {
		j.TB.Errorf("%s\n%s\nsent: %s\nto repeat: %s", where, cut(what, 1500), cut(j.sent, 3000), j.at)
	}
}

var digits = regexp.MustCompile(`[0-9a-f]{8,}|\d+`)

// look checks what must hold for every answer.
func (j *judge) look(where string, status int, header http.Header, body []byte, may5xx bool) {
	j.TB.Helper()
	j.statuses[min(status/100, 5)]++
	if status >= 500 && !(status == http.StatusServiceUnavailable && may5xx) {
		j.problem(where, fmt.Sprintf("answers %d: %s", status, body))
	}
	whole := [][]byte{body, []byte(html.UnescapeString(string(body)))}
	for _, values := range header {
		whole = append(whole, []byte(strings.Join(values, "\n")))
	}
	for hidden, what := range j.hidden {
		if slices.ContainsFunc(whole, func(part []byte) bool { return bytes.Contains(bytes.ToLower(part), []byte(strings.ToLower(hidden))) }) {
			j.problem(where, fmt.Sprintf("%d shows %s (%s): %s", status, what, hidden, around(body, hidden)))
		}
	}
	if inside := insides.Find(body); inside != nil {
		j.problem(where, fmt.Sprintf("%d shows the inside %q: %s", status, inside, around(body, string(inside))))
	}
	if strings.HasPrefix(header.Get("Content-Type"), "text/html") && bytes.Contains(body, []byte("<fuzz-tag")) {
		j.problem(where, "the page has the markup of a text: "+around(body, "<fuzz-tag"))
	}
}

// around returns the part of a body around a text.
func around(body []byte, text string) string {
	at := strings.Index(strings.ToLower(string(body)), strings.ToLower(text))
	if at < 0 {
		return cut(string(body), 300)
	}
	return string(body[max(0, at-200):min(len(body), at+200)])
}
