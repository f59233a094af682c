package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/http/api"

	"github.com/gin-gonic/gin"
)

// anyLogin is an API that accepts every login.
func anyLogin(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte(`{"success":true,"code":200,"data":{"token":"t0ken","expires_at":"2030-01-01T00:00:00Z"}}`))
}

func logIn(c api.Caller, body any) (string, time.Time, error) {
	login, err := api.Login(c, body)
	return login.Token, login.ExpiresAt, err
}

func TestOverHTTPSTheCookieIsTiedToTheHost(t *testing.T) {
	t.Parallel()
	for secure, want := range map[bool]string{true: "__Host-session=t0ken; Path=/;", false: "session=t0ken; Path=/;"} {
		site := &Site{Config: Config{API: http.HandlerFunc(anyLogin), Secure: secure}, Prefix: "/site", Cookie: "session", Logins: Logins{LogIn: logIn}}
		engine := gin.New()
		site.Routes(engine.Group("/site"))
		answer := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, "/site/login", strings.NewReader("email=a&password=b"))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		engine.ServeHTTP(answer, request)
		cookie := answer.Header().Get("Set-Cookie")
		if !strings.HasPrefix(cookie, want) || strings.Contains(cookie, "Secure") != secure || answer.Header().Get("Location") != "/site" {
			t.Errorf("secure %v: %d, the cookie is %q", secure, answer.Code, cookie)
		}
	}
}

func TestAnAddressToGoToStaysInsideItsSite(t *testing.T) {
	t.Parallel()
	site := &Site{Prefix: "/portal"}
	for target, want := range map[string]string{
		"":                                   "/portal",
		"/portal":                            "/portal",
		"/portal/":                           "/portal",
		"/portal/payments?status=PAID&q=%2F": "/portal/payments?status=PAID&q=%2F",
		"/portal/payments/A%2FB":             "/portal/payments/A%2FB",
		"/portal/payments/..":                "/portal",
		"/portal/a/../payments?x=1":          "/portal/payments?x=1",
		"/portal//payments":                  "/portal/payments",
		"/portal/../console/admins":          "/portal",
		"/portal/%2e%2e/console":             "/portal",
		"/portal/%2E./console":               "/portal",
		"/portal/..%2fconsole":               "/portal",
		"/portal/..//evil.example":           "/portal",
		"/portal/.%2e//evil.example/x":       "/portal",
		"/portalevil":                        "/portal",
		"/portal.evil.example":               "/portal",
		"portal/payments":                    "/portal/payments",
		"//evil.example/portal/":             "/portal",
		"///evil.example/portal/":            "/portal",
		"https://evil.example/portal/":       "/portal",
		"javascript:alert(1)":                "/portal",
		"\\\\evil.example/portal/":           "/portal",
		"/portal\\@evil.example":             "/portal",
		"/portal/%5c%5cevil.example":         "/portal",
		"/portal/\x00":                       "/portal",
		"/portal/\t/evil.example":            "/portal",
		"/portal/%zz":                        "/portal",
		"/portal/payments#https://evil":      "/portal/payments",
	} {
		if got := site.local(target); got != want {
			t.Errorf("%q leads to %q, want %q", target, got, want)
		}
	}
}

func TestAFormOfAnotherSiteIsRefusedAndSaysWhatHappened(t *testing.T) {
	t.Parallel()
	called := 0
	count := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { called++; anyLogin(w, r) })
	site := &Site{Config: Config{API: count}, Prefix: "/site", Cookie: "session", Logins: Logins{LogIn: logIn}}
	engine := gin.New()
	site.Routes(engine.Group("/site"))
	for language, want := range map[string]string{"id": "dikirim dari situs lain", "en": "sent from another website"} {
		answer := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, "/site/login", strings.NewReader("email=a&password=b"))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Sec-Fetch-Site", "cross-site")
		request.Header.Set("Accept-Language", language)
		engine.ServeHTTP(answer, request)
		body := answer.Body.String()
		if answer.Code != http.StatusForbidden || !strings.Contains(body, want) || strings.Contains(body, "peran") || called > 0 {
			t.Errorf("%s: %d after %d calls: %s", language, answer.Code, called, body)
		}
	}
}
