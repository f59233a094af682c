package page

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
)

// An API that takes every login.
func anyLogin(w http.ResponseWriter, _ *http.Request) {
	_, _ = w.Write([]byte(`{"success":true,"code":200,"data":{"token":"t0ken","expires_at":"2030-01-01T00:00:00Z"}}`))
}

func TestOverHTTPSTheCookieIsTiedToTheHost(t *testing.T) {
	t.Parallel()
	for secure, want := range map[bool]string{true: "__Host-session=t0ken; Path=/;", false: "session=t0ken; Path=/;"} {
		site := &Site{Config: Config{API: http.HandlerFunc(anyLogin), Secure: secure}, Prefix: "/site", Cookie: "session", LoginPath: "/login"}
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
