package page_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/domain/brand"
	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

func TestTheImagesOfTheBrandAreServedSoThatTheyRunNothing(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.ReleaseMode)
	drawn := func(inside string) brand.Image {
		image, err := brand.NewLogo([]byte(`<svg xmlns="http://www.w3.org/2000/svg">` + inside + `</svg>`))
		if err != nil {
			t.Fatal(err)
		}
		return image
	}
	own := page.NewIdentity(brand.Brand{Name: "Bayarin", Logo: drawn("<script>alert(1)</script>"), Icon: drawn("<path/>"), Colour: "#0f6a3d"})
	none := page.NewIdentity(brand.Brand{})
	router := gin.New()
	page.NewAssets(own).Routes(router.Group(page.AssetsPrefix))
	get := func(path string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		router.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return answer
	}
	for _, path := range []string{own.Logo, own.Icon, none.Icon} {
		h := get(path).Header()
		if h.Get("Content-Type") != "image/svg+xml" || h.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") ||
			!strings.HasSuffix(h.Get("Content-Security-Policy"), "; sandbox") || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %v", path, h)
		}
	}
	if css := get(own.Colours); css.Code != http.StatusOK || !strings.Contains(css.Body.String(), "#0f6a3d") {
		t.Errorf("colours: %d %s", css.Code, css.Body)
	}
	if other := page.NewIdentity(brand.Brand{Name: "Bayarin", Logo: drawn("<circle/>")}); other.Logo == own.Logo || get(other.Logo).Code != http.StatusNotFound {
		t.Error("another logo has the same address")
	}
	if none.Logo != "" || none.Colours != "" {
		t.Errorf("without a brand there are %+v", none)
	}
}
