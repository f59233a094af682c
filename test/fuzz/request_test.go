package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"

	"github.com/getkin/kin-openapi/openapi3"
)

// rare are operations that end callers, cost much, or switch off what all roles need. Few requests call them.
var rare = []string{
	"logout", "end-access", "password", "totp", "DELETE /me/sessions", "DELETE /admin/auth/sessions", "/auth/login",
	"/auth/register", "projections", "audit/runs",
	"PUT /admin/bank-channels", "PUT /admin/fees", "PUT /admin/routing", "/reset", "/suspend", "/reject", "/disable", "undo-change", "/restore", "audit-log",
}

// one makes one request and judges its answer.
func (f *fuzzer) one(tb testing.TB) {
	tb.Helper()
	f.ids = func(name string) string {
		from := f.own
		if f.chance(25) {
			from = f.world.others
		}
		if len(from[name]) == 0 {
			return ""
		}
		return pick(f.Rand, from[name])
	}
	if len(f.sites) > 0 && f.chance(35) {
		f.visit(tb)
		return
	}
	o := f.operation()
	method, path, body := o.Method, f.path(o)+f.query(o), f.body(o)
	c := f.headers()
	if f.chance(2) {
		method = pick(f.Rand, []string{"PATCH", "DELETE", "PUT", "POST", "GET", "OPTIONS", "TRACE", "FUZZ"})
	}
	f.sent = fmt.Sprintf("%s HTTP %s %s %q %s", o.Row, method, path, others(c.Header), body)
	a, err := f.send(c, method, path, body)
	if err != nil {
		f.problem(o.Row, "no answer: "+err.Error())
		return
	}
	f.look(o.Row, a.Status, a.Header, a.Body, o.Answers("503"))
	if method != http.MethodOptions && (a.Status >= 400 || strings.HasPrefix(a.Header.Get("Content-Type"), "application/json")) {
		a.CheckEnvelope(&f.judge)
	}
	if method == o.Method {
		f.own.take(o.Pattern, a)
	}
	f.stayIn(tb, a)
}

// send makes the call. It notes what the gateway accepts beyond the description, which is no failure. The
// gateway reads JSON under any Content-Type, which the description does not promise, so such calls do not count
// against it.
func (f *fuzzer) send(c caller, method, path string, body any) (answer, error) {
	var content io.Reader
	switch b := body.(type) {
	case string:
		content = strings.NewReader(b)
	case []byte:
		content = bytes.NewReader(b)
	}
	client := f.pages
	if kind := c.Header.Get("Content-Type"); kind == "" || kind == "application/json" {
		c, client = c.With("Content-Type", "application/json"), harness.Client
	}
	got, err := f.through(client, method, harness.Prefix+path, content, c.Header)
	if lenient := got.Header.Get(harness.Leniently); lenient != "" {
		short, _, _ := strings.Cut(lenient, "Schema:")
		f.lenient[path[:min(len(path), 40)]+": "+cut(short, 250)]++
	}
	a := answer{Request: method + " " + path, Status: got.Status, Header: got.Header, Body: []byte(got.Body)}
	d := json.NewDecoder(strings.NewReader(got.Body))
	d.UseNumber()
	_ = d.Decode(&a.Envelope) // CheckEnvelope checks the result
	return a, err
}

// others returns the headers without the credential.
func others(h http.Header) http.Header {
	h = h.Clone()
	h.Del("Authorization")
	h.Del("X-Api-Key")
	return h
}

// operation picks an operation, usually one for which the role has the credential.
func (f *fuzzer) operation() harness.Operation {
	for {
		o := pick(f.Rand, f.world.operations)
		isRare := slices.ContainsFunc(rare, func(part string) bool { return strings.Contains(o.Row, part) })
		fits := o.Scheme() == "" || takes(o, f.role.scheme)
		if (!isRare || f.chance(6)) && (fits || f.chance(8)) {
			return o
		}
	}
}

// path fills in the parameters.
func (f *fuzzer) path(o harness.Operation) string {
	path, staffs := o.Pattern, kept[before(o.Pattern)]
	for strings.Contains(path, "{") {
		prefix, rest, _ := strings.Cut(path, "{")
		_, after, _ := strings.Cut(rest, "}")
		known := before(o.Pattern)
		value := "987654321"
		switch n := f.IntN(20); {
		case n < 14 && len(f.own[known]) > 0:
			value = pick(f.Rand, f.own[known])
		case n < 17 && len(f.world.others[known]) > 0:
			value = pick(f.Rand, f.world.others[known])
		case n < 19:
			value = text(pick(f.Rand, bad))
		}
		if staffs && len(value) < 6 && !slices.Contains(f.own[known], value) { // belongs to another role, or is the first administrator
			value = "987654321"
		}
		if len(value) > 2000 {
			value = value[:2000]
		}
		path = prefix + segment(value) + after
	}
	return path
}

func before(pattern string) string {
	prefix, _, _ := strings.Cut(pattern, "{")
	return prefix
}

func (f *fuzzer) query(o harness.Operation) string {
	q := url.Values{}
	for _, p := range o.Parameters {
		if p.Value.In != openapi3.ParameterInQuery || !p.Value.Required && !f.chance(35) {
			continue
		}
		value := f.value(p.Value.Name, p.Value.Schema.Value, 0)
		if f.chance(35) {
			value = pick(f.Rand, bad)
		}
		q.Add(p.Value.Name, cut(text(value), 3000))
		if f.chance(4) {
			q.Add(p.Value.Name, "1")
		}
	}
	if f.chance(4) {
		q.Add(pick(f.Rand, []string{"unknown", "sort", "\u0000", "page", "client_id"}), text(pick(f.Rand, bad[:40])))
	}
	if len(q) == 0 {
		return ""
	}
	if f.chance(2) {
		return "?" + q.Encode() + pick(f.Rand, []string{"&%zz", "&;", "&a=%", "&=", "&page=%ff"})
	}
	return "?" + q.Encode()
}

func (f *fuzzer) body(o harness.Operation) any {
	if f.chance(3) {
		return pick(f.Rand, bodies)
	}
	if o.RequestBody == nil {
		return nil
	}
	media := o.RequestBody.Value.Content["application/json"]
	if media == nil {
		return "{}"
	}
	var whole any
	if media.Example != nil && f.chance(40) {
		whole = plain(media.Example)
	} else {
		whole = f.value("", media.Schema.Value, 0)
	}
	if f.chance(35) {
		var b bytes.Buffer
		write(&b, whole)
		return b.Bytes()
	}
	return f.mutate(whole)
}

// headers adds some headers to the caller's.
func (f *fuzzer) headers() caller {
	c := f.call
	odd := func() string {
		return pick(f.Rand, []string{
			"", "x", strings.Repeat("k", 255), strings.Repeat("k", 300), "a b", "a,b", "é", "\xff\xfe", "..", "' --", "%00",
			"<fuzz-tag>", "-1", "\ta", `"`, ";;;", "*/*;q=x",
		})
	}
	for _, h := range []struct {
		name   string
		often  int
		values []string
	}{
		{"Idempotency-Key", 30, []string{"key-1", "key-2", fmt.Sprint("key-", f.IntN(10_000))}},
		{"X-Request-Id", 10, []string{"request-1"}},
		{"Content-Type", 6, []string{
			"application/json", "application/json; charset=utf-16", "text/plain",
			"application/x-www-form-urlencoded", "multipart/form-data",
		}},
		{"Accept", 6, []string{"application/json", "text/html", "*/*", "application/xml", "text/csv"}},
		{"X-Forwarded-For", 8, []string{"1.2.3.4", "::1", "1.2.3.4, 5.6.7.8", "999.1.1.1"}},
		{"Accept-Language", 6, []string{"id", "en", "zz-ZZ;q=2"}},
		{"X-Idempotency-Key", 2, []string{"x"}},
		{"Origin", 2, []string{"https://evil.example"}},
		{"If-None-Match", 3, []string{"*", `W/"x"`}},
	} {
		if f.chance(h.often) {
			value := pick(f.Rand, h.values)
			if f.chance(40) {
				value = odd()
			}
			c = c.With(h.name, value)
		}
	}
	return c
}
