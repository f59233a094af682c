package harness

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/cmd/gateway/wiring"
	"gateway/http/openapi"

	"github.com/gin-gonic/gin"
)

// told is a test that keeps what it is told, and goes on.
type told struct {
	testing.TB
	problems []string
}

func (f *told) Errorf(format string, args ...any) {
	f.problems = append(f.problems, fmt.Sprintf(format, args...))
}

func TestOnlyAnAnswerThatIsDescribedAsAFileHasNoEnvelope(t *testing.T) {
	gin.SetMode(gin.TestMode)
	r := gin.New()
	for _, a := range openapi.Audiences() {
		openapi.NewDocs(a, "", Prefix).Routes(r.Group(Prefix + a.Path))
	}
	var status int
	var kind, body string
	for _, path := range []string{"/admin/aging/receivables", "/admin/journals/:period/accurate.json"} {
		r.GET(Prefix+path, func(c *gin.Context) {
			c.Header("Content-Disposition", "attachment; filename=a")
			c.Header("X-Request-Id", "1")
			c.Header(DescribedFile, "the gateway says so")
			c.Data(status, kind, []byte(body))
		})
	}
	server := httptest.NewServer(r)
	defer server.Close()
	const aging, journals = "/admin/aging/receivables", "/admin/journals/2026-01/accurate.json"
	const refusal = `{"success":false,"message":"no","code":401,"data":{"error_code":"invalid_token","doc_url":"https://a.test/"}}`
	for _, c := range []struct {
		name, path string
		status     int
		kind, body string
		sound      bool
	}{
		{"a file", aging, http.StatusOK, "text/csv; charset=utf-8", "a,b\n", true},
		{"a file in JSON", journals, http.StatusOK, "application/json", `{"data":[]}`, true},
		{"a file in JSON that is not as described", journals, http.StatusOK, "application/json", `{"rows":[]}`, false},
		{"JSON where an envelope is described", aging, http.StatusOK, "application/json", `{"data":[]}`, false},
		{"a file of a kind that is not described", aging, http.StatusOK, "application/pdf", "a", false},
		{"a refusal", aging, http.StatusUnauthorized, "application/json", refusal, true},
		{"a refusal as a file", aging, http.StatusUnauthorized, "text/csv; charset=utf-8", "no", false},
		{"a refusal with the code of another", aging, http.StatusUnauthorized, "application/json", strings.Replace(refusal, "401", "400", 1), false},
		{"a refusal without an envelope", journals, http.StatusUnauthorized, "application/json", `{"data":[]}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, kind, body = c.status, c.kind, c.body
			f := &told{TB: t}
			Caller{Gateway: &Gateway{Running: wiring.Running{URL: server.URL}}}.Call(f, http.MethodGet, c.path, nil)
			if (len(f.problems) == 0) != c.sound {
				t.Errorf("told: %q", f.problems)
			}
		})
	}
}
