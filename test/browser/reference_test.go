package browser

import (
	"embed"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axePackage names the program that checks accessibility, with its hash.
//
//go:embed axe/package.json axe/package-lock.json
var axePackage embed.FS

// referencePages are below the path of the API. Together they have every element that a
// page of the reference can have.
var referencePages = []string{
	"/docs", "/docs/authentication", "/docs/idempotency", "/docs/callbacks", "/docs/testing", "/docs/errors", "/docs/realtime", "/docs/going-live",
	"/docs/reference/payments", "/docs/reference/withdrawals", "/docs/reference/callbacks", "/docs/search?q=withdraw", "/docs/search?q=zzz",
	"/admin/docs", "/admin/docs/reference/admin-clients", "/admin/docs/errors",
}

func TestTheReferenceInABrowser(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	at, err := url.Parse(g.url)
	if err != nil {
		t.Fatal(err)
	}
	// The pages are visited by another host name than the one in the gateway's own URL.
	base := "http://localhost:" + at.Port()
	for name, test := range map[string]func(*testing.T, *tab, *gateway, string){
		"a request can be sent from it":                  requestIsSent,
		"a phone needs no sideways scrolling":            referenceFitsAPhone,
		"it is found from the gateway's address":         referenceIsFound,
		"the search finds withdraw, also without script": searchFinds,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, b.newTab(t), g, base)
		})
	}
	t.Run("it can be used without seeing, without a mouse and without colours", func(t *testing.T) {
		t.Parallel()
		program := axe(t)
		for _, page := range append([]string{""}, referencePages...) {
			referenceIsAccessible(t, b.newTab(t), program, pageAt(base, page))
		}
	})
}

func requestIsSent(t *testing.T, b *tab, g *gateway, base string) {
	b.visit(base + "/api/v2/docs/reference/account#getAccount")
	b.click("#getAccount details.try summary")
	b.types("#getAccount-credential", g.key.Get("X-Api-Key"))
	b.click("#getAccount .try button")
	b.sees("#getAccount .answer")
	if got := b.text("#getAccount .try"); !strings.Contains(got, "200") || !strings.Contains(got, `"email": "toko@example.com"`) {
		t.Errorf("the answer is shown as %s", got)
	}
}

func referenceFitsAPhone(t *testing.T, b *tab, _ *gateway, base string) {
	for _, width := range []int64{320, 390} {
		b.do(chromedp.EmulateViewport(width, 844, chromedp.EmulateMobile))
		for _, page := range append([]string{""}, referencePages...) {
			b.visit(pageAt(base, page))
			b.sees("main")
			evaluate[int64](b, `document.querySelectorAll("details").forEach(d => d.open = true), 0`)
			if wide := evaluate[int64](b, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%d of %d pixels are wide: %s", wide, width, page)
			}
		}
	}
}

func pageAt(base, page string) string {
	if page == "" {
		return base + "/"
	}
	return base + "/api/v2" + page
}

func referenceIsFound(_ *testing.T, b *tab, _ *gateway, base string) {
	b.visit(base + "/")
	b.click(`a[href="/api/v2/docs"]`)
	b.sees("#guides")
	b.click(`a[href="/api/v2/docs/testing"]`)
	b.says("1013999")
}

func searchFinds(t *testing.T, b *tab, _ *gateway, base string) {
	b.withoutScript()
	b.visit(base + "/api/v2/docs")
	b.types("#q", "withdraw\r")
	b.sees(`main a[href="/api/v2/docs/reference/withdrawals#requestWithdrawal"]`)
	b.click(`main a[href="/api/v2/docs/reference/withdrawals#requestWithdrawal"]`)
	b.sees("#requestWithdrawal")
}

// violation is a rule of accessibility that a page breaks.
type violation struct {
	ID     string `json:"id"`
	Impact string `json:"impact"`
	Nodes  []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// referenceIsAccessible opens all of a page, and requires that it breaks no rule of accessibility seriously.
func referenceIsAccessible(t *testing.T, b *tab, program, page string) {
	t.Helper()
	isAccessible(t, b, program, page, "critical", "serious")
}

// isAccessible opens all of a page, and requires that it breaks no rule of accessibility with one of these impacts.
func isAccessible(t *testing.T, b *tab, program, page string, impacts ...string) {
	t.Helper()
	b.visit(page)
	b.sees("main")
	evaluate[int64](b, `document.querySelectorAll("details").forEach(d => d.open = true), 0`)
	breaksNoRule(t, b, program, impacts...)
}

// breaksNoRule requires of the page as it is what isAccessible does, by default of all impacts.
func breaksNoRule(t *testing.T, b *tab, program string, impacts ...string) {
	t.Helper()
	page := evaluate[string](b, "location.href")
	evaluate[bool](b, program+"\n;true")
	const run = `axe.run({resultTypes: ["violations"]}).then(r => r.violations.map(v => ({...v, nodes: v.nodes.slice(0, 3)})))`
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]violation](run, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", page, err)
	}
	for _, v := range found {
		if len(impacts) == 0 || slices.Contains(impacts, v.Impact) {
			t.Errorf("%s: %s (%s): %s %s", page, v.ID, v.Impact, v.Nodes[0].HTML, v.Nodes[0].Summary)
		}
	}
}

// axe installs the program exactly as in the lockfile, or skips the test.
func axe(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("without npm accessibility can't be checked")
	}
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json"} {
		content, err := axePackage.ReadFile("axe/" + name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("without a registry of npm packages accessibility can't be checked: %v\n%s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(program)
}
