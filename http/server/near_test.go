package server_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

func routesOfMerchants(r gin.IRouter) {
	answer := func(c *gin.Context) { envelope.OK(c, nil) }
	r.POST("/v2/payments/va", answer)
	r.POST("/v2/payments/qris", answer)
	r.GET("/v2/payments/:id/status", answer)
	r.GET("/v2/withdrawals", answer)
	r.POST("/v2/withdrawals", answer)
	r.PUT("/v2/withdrawals/:id", answer)
	r.GET("/v2/withdrawals/:id", answer)
	r.GET("/v2/me", answer)
	r.GET("/v2/docs/*file", answer)
}

func TestAPathThatIsNearlyRightNamesTheRightOne(t *testing.T) {
	t.Parallel()
	h := newRouterOf(t, surface(routesOfMerchants))
	for _, c := range []struct{ name, method, path, near string }{
		{"a slash at the end", "POST", "/api/v2/payments/va/", "POST /api/v2/payments/va"},
		{"a slash twice", "POST", "/api/v2//payments/va", "POST /api/v2/payments/va"},
		{"without the prefix", "POST", "/payments/va", "POST /api/v2/payments/va"},
		{"without its first part", "POST", "/v2/payments/va", "POST /api/v2/payments/va"},
		{"without its second part", "POST", "/api/payments/va", "POST /api/v2/payments/va"},
		{"of version 1", "POST", "/api/v1/payments/va", "POST /api/v2/payments/va"},
		{"with version 1 alone", "GET", "/v1/payments/INV-1-2/status", "GET /api/v2/payments/{id}/status"},
		{"in capitals", "POST", "/api/v2/Payments/VA", "POST /api/v2/payments/va"},
		{"a letter too few", "POST", "/api/v2/payment/qris", "POST /api/v2/payments/qris"},
		{"another method than it takes", "DELETE", "/withdrawals/7/", "GET or PUT /api/v2/withdrawals/{id}"},
		{"nothing like it", "GET", "/api/v2/refunds", ""},
		{"a short word is not another short word", "GET", "/api/v2/us", ""},
		{"only a prefix", "GET", "/api/v2", ""},
		{"very long", "GET", "/api/v2/payments/" + strings.Repeat("x", 5000) + "/status/", ""},
		{"many slashes", "GET", strings.Repeat("/", 5000), ""},
	} {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequest(c.method, c.path, nil))
		said := answer.Body.String()
		if answer.Code != 404 || !strings.Contains(said, `"no_such_path"`) || strings.Contains(said, "did you mean") != (c.near != "") {
			t.Errorf("%s: %d %s", c.name, answer.Code, said)
		}
		if strings.Contains(said, "?.") || !strings.Contains(said, c.near) {
			t.Errorf("%s: %s, want %s", c.name, said, c.near)
		}
	}
}

func TestAMethodThatAPathDoesNotTakeIsToldTheOthers(t *testing.T) {
	t.Parallel()
	h := newRouterOf(t, surface(routesOfMerchants))
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, httptest.NewRequest("DELETE", "/api/v2/withdrawals/7", nil))
	if got := answer.Body.String(); answer.Code != 405 || !strings.Contains(got, "takes GET and PUT, not DELETE") {
		t.Errorf("%d %s", answer.Code, got)
	}
	if got := answer.Header().Get("Allow"); got != "GET, PUT" {
		t.Errorf("it allows %q", got)
	}
	h.ServeHTTP(answer, httptest.NewRequest(strings.Repeat("X", 3000), "/api/v2/withdrawals", nil))
	if answer.Body.Len() > 1000 {
		t.Errorf("an invented method is repeated in %d bytes", answer.Body.Len())
	}
}

func TestAnErrorLeadsToTheGuide(t *testing.T) {
	t.Parallel()
	h := newRouterOf(t, surface(routesOfMerchants))
	for path, want := range map[string]string{
		"/nothing":            `"doc_url":"https://pay.example/api/v2/docs/errors#no_such_path"`,
		"/api/v2/withdrawals": `"doc_url":"https://pay.example/api/v2/docs/errors#method_not_allowed"`,
		"/api/%ff":            `"doc_url":"https://pay.example/api/v2/docs/errors#invalid_field"`,
	} {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequest("PATCH", path, nil))
		if !strings.Contains(answer.Body.String(), want) {
			t.Errorf("%s: %s", path, answer.Body)
		}
	}
}
