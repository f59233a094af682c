package paypage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain/brand"
	"gateway/http/page"
	"gateway/http/page/paypage"

	"github.com/gin-gonic/gin"
)

func TestThePagesForCustomers(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	paypage.New(page.Config{Sandbox: true, Host: "pay.example.com", Brand: brand.Brand{Legal: "PT Bayarin"}}).Routes(router.Group("/pay"))
	for path, says := range map[string]string{"/pay/thanks": "Terima kasih", "/pay/ovo": "Buka aplikasi OVO"} {
		recorder := httptest.NewRecorder()
		router.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if recorder.Code != http.StatusOK || !strings.Contains(recorder.Body.String(), says) ||
			!strings.Contains(recorder.Body.String(), `class="ribbon sandbox"`) || !strings.Contains(recorder.Body.String(), "<bdi>pay.example.com</bdi>") ||
			!strings.Contains(recorder.Body.String(), "PT Bayarin") ||
			!strings.Contains(recorder.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %d %v %s", path, recorder.Code, recorder.Header(), recorder.Body)
		}
	}
}
