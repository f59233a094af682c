package browser

import (
	"testing"

	"gateway/http/page"

	"github.com/chromedp/chromedp"
)

// The page of parts shows each block in each state, so this test finds blocks that are hard to read or too wide.
func TestEveryPartOfThePagesIsForEverybody(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	program, b := axe(t), newBrowser(t).newTab(t)
	address := g.url + "/console" + page.PartsPath
	b.logIn(g.url, "/console", adminEmail, adminPassword)
	for scheme, language := range map[string]string{"light": "en", "dark": "id"} {
		b.visit(g.url + "/console/language/" + language)
		b.do(emulateScheme(scheme), chromedp.EmulateViewport(1440, 900))
		b.visit(address)
		b.breaksNoRule(program)
		if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > 1440 {
			t.Errorf("%s: %d of 1440 pixels are wide", language, wide)
		}
		b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
		consoleIsForEverybody(t, b, program, address)
	}
	b.sees("main .notice.bad")
	b.sees("main .field.wrong .says-wrong")
	b.visit(address)
	b.click(`main form[action$="/parts"] button.danger`)
	b.sees("main.narrow .sum .sum-amount")
}
