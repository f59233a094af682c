package browser

import (
	"os"
	"path/filepath"
	"testing"

	"gateway/test/migrated"

	"github.com/chromedp/chromedp"
)

// The logo of the operator stands at the top of every page, and says the operator's name.
func TestEveryPageShowsTheLogoOfTheOperator(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "logo.svg")
	const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60"><rect width="900" height="60" fill="#0f6a3d"/></svg>`
	if err := os.WriteFile(path, []byte(drawn), 0o600); err != nil {
		t.Fatal(err)
	}
	events, read := migrated.Pair(t)
	g := newGatewayOn(t, events, read, map[string]string{"BRAND_NAME": "Bayarin", "BRAND_LOGO": path, "BRAND_ICON": path})
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	for _, page := range []string{
		"/portal/login", "/console/login", "/portal/register", "/portal/password?token=used", "/portal/mails-off?token=none", "/pay/thanks", "/pay/ovo", "/undo?token=none",
	} {
		b.visit(g.url + page)
		if !evaluate[bool](b, `(i => i !== null && i.alt === "Bayarin" && i.naturalWidth > 0 && i.getBoundingClientRect().height <= 48 && i.getBoundingClientRect().top < 150)(document.querySelector("header .brand img"))`) {
			t.Errorf("%s does not show the logo", page)
		}
		if evaluate[bool](b, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%s is wider than the screen", page)
		}
	}
	if !evaluate[bool](b, `document.querySelector("link[rel=icon]").href.includes("brand-icon")`) {
		t.Error("the icon is not the operator's")
	}
}
