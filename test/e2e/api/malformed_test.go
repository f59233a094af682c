package api

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// Every operation refuses invalid text, wherever it stands, and describes the refusal. The harness checks the
// status, codes and words of each answer against the description.
func TestEveryOperationRefusesWhatIsNoText(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	for _, o := range harness.Operations(t, func(harness.Operation) bool { return true }) {
		path := p.path(o, nil)
		for _, query := range []string{"?unknown=%00", "?unknown=%ff", "?%ff=1", "?page=1&%00"} {
			p.call(t, o, path+query, nil).Wants(t, 400)
		}
		for _, header := range []string{"Idempotency-Key", "X-Callback-Token", "X-Api-Key", "Authorization"} {
			credential := p.callers[o.Scheme()]
			if credential.Header.Get(header) == "" {
				credential.With(header, "a\xff").Call(t, o.Method, path, nil).RefusesField(t, header)
			}
		}
	}
}

// Every operation with a body refuses the bodies, every operation with parameters refuses the parameters.
func TestMalformedRequestsGetDescribedAnswers(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	bodies := []string{
		"[]", "null", "{", `{"a":1,"a":2}`, "\xff", strings.Repeat(`{"a":`, 2000) + "1" + strings.Repeat("}", 2000), strings.Repeat(" ", 1<<20) + "{}",
	}
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.RequestBody != nil && o.Scheme() != "CallbackToken" }) {
		for _, body := range bodies {
			described(t, p.callers[o.Scheme()], o.Method, p.path(o, nil), body, "application/json")
		}
		described(t, p.callers[o.Scheme()].With("Content-Encoding", "gzip"), o.Method, p.path(o, nil), "{}", "application/json")
		described(t, p.callers[o.Scheme()], o.Method, p.path(o, nil), "a=1", "text/plain")
	}
	values := []string{"", "-1", "99999999999999999999", "%F0%9F%94%91", strings.Repeat("x", 3000)}
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Method == http.MethodGet }) {
		for _, parameter := range o.Parameters {
			for _, value := range values {
				switch name := parameter.Value.Name; parameter.Value.In {
				case "path":
					if value != "" {
						described(t, p.callers[o.Scheme()], o.Method, p.path(o, map[string]string{name: value}), "", "")
					}
				case "query":
					described(t, p.callers[o.Scheme()], o.Method, p.path(o, nil)+"?wait=0&"+name+"="+value, "", "")
				}
			}
		}
	}
}

// described sends a request unchanged. Main reports an answer that the description does not know; a failure of
// the gateway counts as one here.
func described(t *testing.T, c caller, method, path, body, contentType string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, c.Gateway.URL+harness.Prefix+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(request.Header, c.Header)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	got, err := harness.Client.Do(request)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return
	}
	defer got.Body.Close()
	answer, _ := io.ReadAll(got.Body)
	if got.StatusCode >= http.StatusInternalServerError || got.Header.Get(harness.Undescribed) != "" {
		t.Errorf("%s: %d %.300s %s", fmt.Sprintf("%s %.100s %.40q", method, path, body), got.StatusCode, answer, got.Header.Get(harness.Undescribed))
	}
}

// The operations outside the API are described, too.
func TestTheHealthChecksGetDescribedAnswers(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/readyz?x=%ff": 400, "/healthz?x=%00": 400} {
		got, err := harness.Client.Get(g.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
		if got.StatusCode != want || got.Header.Get(harness.Undescribed) != "" {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.Header.Get(harness.Undescribed))
		}
	}
}
