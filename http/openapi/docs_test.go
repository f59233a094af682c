package openapi

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gateway/http/api/errorcode"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gin-gonic/gin"
)

const public = "https://pay.example/gateway"

var docs = sync.OnceValue(func() http.Handler {
	gin.SetMode(gin.TestMode)
	r := gin.New()
	for _, a := range Audiences() {
		NewDocs(a, public, "/api/v2").Routes(r.Group("/api/v2" + a.Path))
	}
	return r
})

// get asks the documentation for a path below its own address, which differs from the public one.
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

var (
	links   = regexp.MustCompile(`(?:src|href)="([^"]*)"`)
	anchors = regexp.MustCompile(`\bid="([^"]*)"`)
)

// Every page can be reached from the first one, every link leads somewhere, and every fragment exists on its page.
func TestEveryLinkOfThePagesLeadsSomewhere(t *testing.T) {
	t.Parallel()
	for _, a := range Audiences() {
		base := "/api/v2" + a.Path
		pages := map[string]string{}
		waiting := []string{base}
		wanted := map[string]string{}
		for len(waiting) > 0 {
			page := waiting[0]
			waiting = waiting[1:]
			if _, seen := pages[page]; seen {
				continue
			}
			pages[page] = get(t, page).Body.String()
			for _, link := range links.FindAllStringSubmatch(pages[page], -1) {
				target, fragment, _ := strings.Cut(link[1], "#")
				inside, isInside := strings.CutPrefix(target, "/gateway")
				switch {
				case target == "":
					inside = page
				case isInside:
				case strings.HasPrefix(target, "https://"): // a link to follow, not a file to load
					continue
				case !strings.Contains(target, "/"):
					inside = base + "/" + target // a link to another guide
				default:
					t.Errorf("%s links to %s, which is not below the public address", page, target)
					continue
				}
				waiting = append(waiting, inside)
				if fragment != "" {
					wanted[inside+"#"+fragment] = page
				}
			}
		}
		if len(pages) < 6 {
			t.Errorf("%s: only %d pages are reached", a.Title, len(pages))
		}
		for target, from := range wanted {
			page, fragment, _ := strings.Cut(target, "#")
			if !strings.Contains(pages[page], `id="`+fragment+`"`) {
				t.Errorf("%s links to %s, which is not there", from, target)
			}
		}
		for page, content := range pages {
			seen := map[string]bool{}
			for _, anchor := range anchors.FindAllStringSubmatch(content, -1) {
				if seen[anchor[1]] {
					t.Errorf("%s has the id %s twice", page, anchor[1])
				}
				seen[anchor[1]] = true
			}
		}
	}
}

func TestThePagesLoadNothingFromElsewhereAndRunNoScriptOfTheirOwn(t *testing.T) {
	t.Parallel()
	answer := get(t, "/api/v2/docs")
	page := answer.Body.String()
	for _, forbidden := range []string{"<style", "style=\"", "onclick", `src="http`, "<script>"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page has %s", forbidden)
		}
	}
	rules := answer.Header().Get("Content-Security-Policy")
	if !strings.Contains(rules, "default-src 'none'") || strings.Contains(rules, "http") || strings.Contains(rules, "unsafe") {
		t.Errorf("the page may load by the rules %q", rules)
	}
	if !strings.Contains(page, `name="viewport"`) || len(page) > 100_000 {
		t.Errorf("the first page has %d bytes", len(page))
	}
}

func TestTheSearchFindsOperationsGuidesAndCodes(t *testing.T) {
	t.Parallel()
	for query, wanted := range map[string]string{
		"withdraw":           "/gateway/api/v2/docs/reference/withdrawals#requestWithdrawal",
		"WITHDRAW+cancel":    "/gateway/api/v2/docs/reference/withdrawals#cancelWithdrawal",
		"norek":              "/gateway/api/v2/docs/errors#bank_account_missing",
		"hmac":               "/gateway/api/v2/docs/callbacks",
		"13013":              "/gateway/api/v2/docs/testing",
		"%3Cscript%3E":       "&lt;script&gt;",
		"nothing-is-like-it": "Nothing has all the words",
		"":                   "Type a word",
	} {
		if page := get(t, "/api/v2/docs/search?q="+query).Body.String(); !strings.Contains(page, wanted) || strings.Contains(page, "<script>") {
			t.Errorf("a search for %q does not find %s", query, wanted)
		}
	}
}

func TestEveryCodeOfAnErrorHasItsPlaceInAGuide(t *testing.T) {
	t.Parallel()
	guides := map[string]string{}
	for _, a := range Audiences() {
		guides[a.Path] = get(t, "/api/v2"+a.Path+"/errors").Body.String()
	}
	for _, e := range errorcode.All() {
		found := false
		for _, guide := range guides {
			found = found || strings.Contains(guide, `id="`+e.Code+`"`)
		}
		if !found {
			t.Errorf("no guide has %s: no operation is described to answer with it", e.Code)
		}
	}
	for path, want := range map[string]string{
		"/api/v2/payments/va":       public + "/api/v2/docs/errors",
		"/api/v2/admin/clients":     public + "/api/v2/admin/docs/errors",
		"/api/v2/provider/callback": public + "/api/v2/provider/docs/errors",
		"/nothing":                  public + "/api/v2/docs/errors",
	} {
		if got := GuideToErrors(public, "/api/v2", path); got != want {
			t.Errorf("the errors of %s are explained at %s, want %s", path, got, want)
		}
	}
}

func TestAnOperationIsShownWithItsFieldsAndExamples(t *testing.T) {
	t.Parallel()
	page := get(t, "/api/v2/docs/reference/payments").Body.String()
	for _, wanted := range []string{
		`id="createVAPayment"`, "<code>bank_code</code>", "<strong>required</strong>", "SAHABAT_SAMPOERNA", "va_number",
		"curl -X POST &#39;" + public + "/api/v2/payments/va&#39;", `-H &#34;X-API-Key: $API_KEY&#34;`, "&#34;success&#34;: true", "Idempotency-Key",
		`href="/gateway/api/v2/docs/errors#provider_unknown"`,
	} {
		if !strings.Contains(page, wanted) {
			t.Errorf("the page does not have %s", wanted)
		}
	}
	if administrators := get(t, "/api/v2/admin/docs/reference/admin-clients").Body.String(); !strings.Contains(administrators, "/admin/clients/{id}/approve") {
		t.Error("the administrators' page lacks an operation")
	}
}
