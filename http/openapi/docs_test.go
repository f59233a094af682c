package openapi

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"
)

const public = "https://pay.example/gateway"

var docs = sync.OnceValue(func() http.Handler {
	gin.SetMode(gin.TestMode)
	r := gin.New()
	for _, a := range []Audience{Merchants, Administrators, Provider} {
		NewDocs(a, public, "/api/v2").Routes(r.Group("/api/v2" + a.Path))
	}
	return r
})

// get asks the documentation for a path below its own address, which differs from the
// public one.
func get(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	docs().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	if answer.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, answer.Code, answer.Body)
	}
	return answer
}

func TestTheDescriptionIsServedWithThePublicAddress(t *testing.T) {
	t.Parallel()
	answer := get(t, "/api/v2/docs/openapi.yaml")
	doc, err := openapi3.NewLoader().LoadFromData(answer.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.Servers[0].URL; got != public+"/api/v2" {
		t.Errorf("the API is said to be at %s", got)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if got := doc.Paths.Value(path).Servers[0].URL; got != public {
			t.Errorf("%s is said to be below %s", path, got)
		}
	}
	if got := answer.Header().Get("Content-Type"); got != "application/yaml" {
		t.Errorf("served as %s", got)
	}
}

func TestTheReferencePageNeedsNothingFromElsewhere(t *testing.T) {
	t.Parallel()
	answer := get(t, "/api/v2/docs")
	page := answer.Body.String()
	for _, part := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		inside, ok := strings.CutPrefix(part[1], "/gateway")
		if !ok {
			t.Errorf("%s is not below the public address", part[1])
			continue
		}
		if body := get(t, inside).Body; body.Len() == 0 {
			t.Errorf("%s is empty", inside)
		}
	}
	for _, wanted := range []string{`validatorUrl: null`, `/gateway/api/v2/docs/openapi.yaml`, `window.location.origin + "/gateway"`} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page does not say %s", wanted)
		}
	}
	if rules := answer.Header().Get("Content-Security-Policy"); !strings.Contains(rules, "default-src 'self'") || strings.Contains(rules, "http") {
		t.Errorf("the page may load by the rules %q", rules)
	}
}
