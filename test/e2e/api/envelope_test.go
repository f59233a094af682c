package api

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/server"
	"gateway/test/e2e/harness"

	"github.com/gin-gonic/gin"
	"github.com/sirupsen/logrus"
)

// Every call of these tests checks the envelope of its answer (CheckEnvelope). This test checks it where no
// handler answers.
func TestUnknownPathsAndMethodsAreAnsweredWithAnEnvelope(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, c := range []struct {
		method, path string
		status       int
		code         string
	}{
		{"GET", "/nothing", 404, "no_such_path"},
		{"GET", "/", 404, "no_such_path"},
		{"GET", "/account/", 404, "no_such_path"},
		{"GET", "/transactions/1/2/3", 404, "no_such_path"},
		{"GET", "/../../etc/passwd", 404, "no_such_path"},
		{"GET", "/%2e%2e/account", 404, "no_such_path"},
		{"POST", "/admin/nothing", 404, "no_such_path"},
		{"DELETE", "/account", 405, "method_not_allowed"},
		{"GET", "/payments/invoice", 405, "method_not_allowed"},
		{"PATCH", "/withdrawals/1", 405, "method_not_allowed"},
		{"POST", "/account", 405, "method_not_allowed"},
		{"TRACE", "/account", 405, "method_not_allowed"},
	} {
		m.Call(t, c.method, c.path, nil).Refuses(t, c.status, c.code)
	}
}

func TestABodyThatIsNotOneJSONObjectIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for rule, body := range map[string]string{
		"nothing":                   ``,
		"blanks":                    " \n",
		"broken JSON":               `{"amount": 50000`,
		"a list":                    `[{"amount": 50000}]`,
		"a string":                  `"amount"`,
		"null":                      `null`,
		"a number without end":      `{"amount": NaN}`,
		"trailing data":             `{"amount": 50000} {}`,
		"a trailing comma":          `{"amount": 50000,}`,
		"a key twice":               `{"amount": 50000, "amount": 60000}`,
		"a key twice, escaped":      `{"amount": 50000, "\u0061mount": 60000}`,
		"a key twice further down":  `{"amount": 50000, "metadata": {"a": {"b": 1, "b": 2}}}`,
		"depth without end":         `{"amount": 50000, "metadata": ` + strings.Repeat(`{"a":`, 100000) + `1` + strings.Repeat(`}`, 100000) + `}`,
		"lists without end":         `{"amount": 50000, "metadata": {"a": ` + strings.Repeat(`[`, 33) + strings.Repeat(`]`, 33) + `}}`,
		"bytes that are no UTF-8":   "{\"amount\": 50000, \"external_id\": \"\xff\xfe\"}",
		"a NUL byte":                "{\"amount\": 50000, \"external_id\": \"a\x00b\"}",
		"more than a mebibyte":      `{"amount": 50000, "x": "` + strings.Repeat("x", 1<<20) + `"}`,
		"a form":                    `amount=50000`,
		"a number with a leading 0": `{"amount": 050000}`,
		"a comment":                 `{"amount": 50000 /* rupiah */}`,
	} {
		if a := m.Call(t, "POST", "/payments/invoice", body); a.Status != 400 {
			t.Errorf("%s: %d %s", rule, a.Status, a.Body)
		}
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

func TestACompressedBodyIsRefused(t *testing.T) {
	t.Parallel()
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	_, _ = io.WriteString(w, `{"amount": 50000}`) // to memory
	_ = w.Close()
	m := harness.NewMerchant(t)
	m.With("Content-Encoding", "gzip").Post(t, "/payments/invoice", zipped.Bytes()).Refuses(t, 400, "unsupported_encoding")
	m.With("Content-Encoding", "gzip").Post(t, "/payments/invoice", object{"amount": 50000}).Refuses(t, 400, "unsupported_encoding")
}

// The same bodies are refused in the same way from each caller.
func TestABodyThatCannotBeTakenIsRefusedByName(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	admin := harness.Shared(t).Admin(t)
	for _, c := range []struct {
		caller harness.Caller
		path   string
	}{{m.Caller, "/payments/invoice"}, {admin, m.AdminPath("/adjustments")}} {
		c.caller.With("Content-Type", "text/plain").Post(t, c.path, "amount: 50000").Refuses(t, 400, "wrong_content_type")
		c.caller.With("Content-Encoding", "gzip").Post(t, c.path, object{"amount": 50000}).Refuses(t, 400, "unsupported_encoding")
		c.caller.Post(t, c.path, `{"amount": 50000, "x": "`+strings.Repeat("x", 1<<20)+`"}`).Refuses(t, 400, "body_too_large")
	}
}

// Bodies of exactly the allowed size and depth are accepted.
func TestABodyAtItsLimitsIsTaken(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Post(t, "/payments/invoice", `{"amount": 50000, "ignored": "`+strings.Repeat("x", 1<<20-40)+`"}`).Wants(t, 201)
	m.Post(t, "/payments/invoice", object{"amount": 50000, "external_id": strings.Repeat("é", 255)}).Wants(t, 201)
	m.Post(t, "/payments/invoice", object{"amount": 50000, "metadata": object{"x": strings.Repeat("x", 16<<10-8)}}).Wants(t, 201)
	m.Post(t, "/payments/invoice", " \r\n\t{\"amount\": 50000}\n").Wants(t, 201)
	deep := `{"amount": 50000, "metadata": {"a": ` + strings.Repeat(`[`, 30) + strings.Repeat(`]`, 30) + `}}`
	m.Post(t, "/payments/invoice", deep).Wants(t, 201)
}

func TestEveryAnswerCarriesARequestId(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	if id := m.With("X-Request-Id", "order-77").Get(t, "/account").Header.Get("X-Request-Id"); id != "order-77" {
		t.Errorf("the caller's id came back as %q", id)
	}
	first, second := m.Get(t, "/account").Header.Get("X-Request-Id"), m.Get(t, "/account").Header.Get("X-Request-Id")
	if first == second {
		t.Errorf("two requests are both %s", first)
	}
	for _, bad := range []string{strings.Repeat("x", 200), "a b", "é"} {
		if id := m.With("X-Request-Id", bad).Get(t, "/account").Header.Get("X-Request-Id"); id == bad {
			t.Errorf("%q was taken as a request id", bad)
		}
	}
}

// The test adds a handler that panics.
func TestAPanicInAHandlerIsAnsweredAndLogged(t *testing.T) {
	t.Parallel()
	logger := logrus.New()
	var logged bytes.Buffer
	logger.SetOutput(&logged)
	router, err := server.Router(server.Config{Logger: logrus.NewEntry(logger), Metrics: server.NewMetrics()},
		map[string]server.Surface{harness.Prefix: panicking{}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(router)
	t.Cleanup(s.Close)
	g := &harness.Gateway{}
	g.URL = s.URL
	for range 2 { // and the gateway keeps serving
		g.Anonymous().Get(t, "/panicking").Refuses(t, 500, "internal")
	}
	if text := logged.String(); strings.Contains(text, "sk_live_") || !strings.Contains(text, "panic in a handler") {
		t.Errorf("logged %s", text)
	}
}

type panicking struct{}

func (panicking) Routes(r gin.IRouter) {
	r.GET("/panicking", func(*gin.Context) { panic("of the key sk_live_123") })
}

// The client hangs up in the middle of the body.
func TestARequestWithAnIncompleteBodyHasNoEffect(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	body, send := io.Pipe()
	request, err := http.NewRequest(http.MethodPost, m.Gateway.URL+harness.Prefix+"/payments/invoice", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = m.Header.Clone()
	go func() {
		_, _ = io.WriteString(send, `{"amount": 50000`)
		_ = send.CloseWithError(io.ErrUnexpectedEOF)
	}()
	if got, err := harness.Client.Do(request); err == nil {
		_ = got.Body.Close()
		t.Errorf("answered %d", got.StatusCode)
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}
