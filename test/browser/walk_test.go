package browser

import (
	"context"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
	"gateway/test/english"

	"github.com/chromedp/chromedp"
	"github.com/gin-gonic/gin"
)

// noPages are routes of the sites that show no page.
var noPages = map[string]string{
	"/live": "a stream", "/language/:code": "leads back", "/logout": "leads to the login", "/amount": "a text for the script", "/brand.css": "a style",
}

// states are what walks visit besides the pages that have no parameter and those to which a page of the world leads: states of
// pages that only a query shows, and pages that no page of the world leads to. A new page that is in neither fails the test.
func (w *world) states() map[string][]string {
	return map[string][]string{
		"/portal/search":             {"?q=PESANAN", "?q=tidakada"},
		"/portal/payments":           {"?status=PENDING", "?status=xyz"},
		"/portal/payments/new":       {"?channel=qris", "?channel=va", "?channel=ewallet", "?channel=invoice"},
		"/console/search":            {"?q=toko", "?q=tidakada"},
		"/console/disputes":          {"?order=due"},
		"/console/trial-balance":     {"?since=2026-01-01"},
		"/console/safeguarding/:day": {"/2020-01-31"},
	}
}

// The most things of one kind that are visited, which differ in what their pages have, and the most that are looked at.
const (
	mostThings = 3
	mostTried  = 20
)

// walked is a site with its person.
type walked struct {
	*page.Site
	email, password string
	// paths are all that is visited, with the prefix.
	paths []string
}

// Every page of both sites, in the states of its things, is for everybody: on a phone and on a wide screen, in light and in dark,
// in both languages.
func TestEveryPageIsForEverybody(t *testing.T) {
	t.Parallel()
	w := newWorld(t) // before the browser: see newBrowser
	program, browser := axe(t), newBrowser(t)
	for _, s := range []*walked{
		{Site: site.NewPortal(page.Config{Sandbox: true}), email: w.shop.Email, password: harness.Password},
		{Site: site.NewStaff(page.Config{Sandbox: true}), email: harness.AdminEmail, password: harness.AdminPassword},
	} {
		s.find(t, w)
		t.Run(s.Prefix[1:]+" before a login", func(t *testing.T) {
			t.Parallel()
			tab := browser.newTab(t)
			tab.walk(program, w.g.URL, s.Prefix, s.open())
		})
		const tabs = 3
		for n := range tabs {
			t.Run(s.Prefix[1:]+" "+string('1'+rune(n)), func(t *testing.T) {
				t.Parallel()
				tab := browser.newTab(t)
				tab.logIn(w.g.URL, s.Prefix, s.email, s.password)
				var paths []string
				for i := n; i < len(s.paths); i += tabs {
					paths = append(paths, s.paths[i])
				}
				tab.walk(program, w.g.URL, s.Prefix, paths)
			})
		}
	}
}

// open are the pages for strangers.
func (s *walked) open() (paths []string) {
	paths = append(paths, s.Prefix+"/login")
	for _, p := range s.Pages {
		if p.Open {
			paths = append(paths, s.Prefix+p.Path)
		}
	}
	return paths
}

var (
	parameter = regexp.MustCompile(`:[a-z_]+`)
	number    = regexp.MustCompile(`[0-9]+`)
	// look is what tells apart the states of a thing: headings, forms, fields, states and the tones of notices.
	look = regexp.MustCompile(`(?s)<h2[^>]*>.*?</h2>|<form[^>]*action="[^"]*"|name="[^"]*"|class="state[^"]*"|class="notice[^"]*"`)
	// noEnglish is what no Indonesian wrote: names of events and of banks, a command, and a reason of the harness.
	noEnglish = regexp.MustCompile(`\b[a-z_]+\.[a-z_]+(?:\.v\d)?\b|--[a-z]+|Bank of [A-Z]\w+|fees of the past`)
	link      = regexp.MustCompile(`href="([^"#]*)["#]`)
)

// find finds the paths by the routes of the site: those without a parameter, those of the table, and those to which pages lead.
func (s *walked) find(t *testing.T, w *world) {
	t.Helper()
	visitor := w.visitor(t, s)
	patterns := map[string]*regexp.Regexp{}
	var next []string
	for _, route := range s.routes() {
		table := w.states()[s.Prefix+route]
		if strings.Contains(route, ":") {
			patterns[route] = regexp.MustCompile("^" + parameter.ReplaceAllString(regexp.QuoteMeta(s.Prefix+route), `[^/?]+`) + "$")
		} else {
			next = append(next, s.Prefix+route)
		}
		for _, state := range table {
			base, _, _ := strings.Cut(s.Prefix+route, "/:")
			next = append(next, base+state)
		}
	}
	next = append(next, s.Prefix+"/nowhere") // says so
	things, seen := map[string]*kind{}, map[string]bool{}
	for route := range patterns {
		things[route] = &kind{}
	}
	for ; len(next) > 0; next = next[1:] {
		path := next[0]
		body := get(t, visitor, w.g.URL+path)
		if route := routeOf(patterns, path); route != "" && !things[route].isNew(path, body) {
			continue
		}
		s.paths = append(s.paths, path)
		for _, found := range link.FindAllStringSubmatch(body, -1) {
			to, _, _ := strings.Cut(html.UnescapeString(found[1]), "?")
			if route := routeOf(patterns, to); route != "" && !seen[to] && !s.has(to) && things[route].tried < mostTried {
				seen[to] = true
				things[route].tried++
				next = append(next, to)
			}
		}
	}
	for route, of := range things {
		if len(of.looks) == 0 {
			t.Errorf("no page leads to %s%s: give the world such a thing, or the table a row", s.Prefix, route)
		}
	}
}

// kind is what was found of the things of one kind.
type kind struct {
	tried int
	looks map[string]bool
}

// isNew reports whether the page of a thing has what no page of an earlier one had.
func (o *kind) isNew(path, body string) bool {
	body = number.ReplaceAllString(strings.ReplaceAll(body, path[strings.LastIndex(path, "/")+1:], "N"), "N")
	shown := strings.Join(slices.Compact(slices.Sorted(slices.Values(look.FindAllString(body, -1)))), " ")
	if o.looks[shown] || len(o.looks) >= mostThings {
		return false
	}
	if o.looks == nil {
		o.looks = map[string]bool{}
	}
	o.looks[shown] = true
	return true
}

// routeOf returns the route of a path with a parameter, the one with the fewest, or nothing.
func routeOf(patterns map[string]*regexp.Regexp, path string) (of string) {
	for route, pattern := range patterns {
		if pattern.MatchString(path) && (of == "" || strings.Count(of, ":") > strings.Count(route, ":")) {
			of = route
		}
	}
	return of
}

// has reports whether a path is a page without a parameter.
func (s *walked) has(path string) bool {
	return slices.ContainsFunc(s.Pages, func(p page.Page) bool { return s.Prefix+p.Path == path })
}

// routes are the routes of the site's pages for people who are logged in, without the prefix.
func (s *walked) routes() (routes []string) {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	s.Routes(router)
	for _, r := range router.Routes() {
		is := func(p page.Page) bool {
			return p.Path == r.Path && (p.Open || p.File != nil) || p.Path == "" && r.Path == "/"
		}
		if r.Method != http.MethodGet || noPages[r.Path] != "" || slices.ContainsFunc(s.Pages, is) && r.Path != "/" {
			continue
		}
		routes = append(routes, strings.TrimSuffix(r.Path, "/"))
	}
	return routes
}

// visitor is the site's person without a browser.
func (w *world) visitor(t *testing.T, s *walked) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: deadline}
	answer, err := client.PostForm(w.g.URL+s.Prefix+"/login", url.Values{"email": {s.email}, "password": {s.password}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return client
}

func get(t *testing.T, client *http.Client, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode >= http.StatusInternalServerError {
		t.Fatalf("%s: %d %v", address, answer.StatusCode, err)
	}
	return string(body)
}

// walk visits pages in each language, on a phone and on a wide screen, in light and in dark.
func (b *tab) walk(program, base, prefix string, paths []string) {
	b.t.Helper()
	phone := chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile)
	wide := chromedp.EmulateViewport(1440, 900)
	b.visit(base + prefix + "/language/id?back=" + prefix + "/login")
	for i, path := range paths {
		b.do(phone, emulateScheme("light"))
		b.looksAt(program, base, path)
		b.do(emulateScheme("dark"))
		b.obeys(contrast)
		b.do(wide)
		b.isWhole(path)
		for _, said := range english.Excerpts(noEnglish.ReplaceAllString(evaluate[string](b, texts), " ")) {
			b.t.Errorf("%s says in English: …%s…", paths[i], said)
		}
	}
	b.visit(base + prefix + "/language/en?back=" + prefix + "/login")
	for i, path := range paths {
		// Each colour has been seen by now, but for those of the frame of a wide screen, which all pages have.
		b.do(wide, emulateScheme([]string{"light", "dark"}[i%2]))
		b.looksAt(program, base, path)
		b.do(phone)
		b.isWhole(path)
	}
}

// looksAt visits a page, and requires that it is whole and obeys all rules.
func (b *tab) looksAt(program, base, path string) {
	b.t.Helper()
	b.visit(base + path)
	evaluate[int64](b, `document.querySelectorAll("details").forEach(d => d.open = true), 0`)
	if at := strings.TrimPrefix(b.address(), base); at != path {
		b.t.Errorf("%s leads to %s", path, at)
	}
	b.breaksNoRule(program)
	b.isWhole(path)
}

// isWhole requires that no page has to be scrolled sideways, and that no text is cut off.
func (b *tab) isWhole(path string) {
	b.t.Helper()
	for _, problem := range evaluate[[]string](b, cutOff) {
		b.t.Errorf("%s: %s", path, problem)
	}
}

const (
	// cutOff says what does not fit a page.
	cutOff = `(() => {
		const found = [], width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth > width) {
			const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 1);
			found.push(document.documentElement.scrollWidth + " of " + width + " pixels are wide: " + wide.slice(-1).map((e) => e.outerHTML.slice(0, 200)));
		}
		if (width > 1000 && /^\/console\/clients\/\d+(\/balance)?$/.test(location.pathname)) { // staff compare what is at its edges
			for (const e of document.querySelectorAll("main .scroll")) {
				if (e.scrollWidth > e.clientWidth) found.push("scrolls sideways: " + e.ariaLabel);
			}
		}
		const pen = document.createElement("canvas").getContext("2d");
		for (const e of document.querySelectorAll("body *")) {
			const style = getComputedStyle(e);
			if (!e.checkVisibility({visibilityProperty: true}) || e.clientWidth <= 1 || e.closest(".unseen")) continue;
			const cut = ["hidden", "clip"].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1 ||
				["hidden", "clip"].includes(style.overflowY) && e.scrollHeight > e.clientHeight + 1;
			if (cut && e.innerText?.trim()) found.push("cut off at " + width + ": " + e.outerHTML.slice(0, 200));
			const text = e.matches("select") ? e.selectedOptions[0]?.text ?? "" : e.matches("input[placeholder]") ? e.placeholder : "";
			if (!text) continue;
			pen.font = style.font;
			const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (e.matches("select") ? 16 : 0);
			if (pen.measureText(text).width > room + 1) found.push("cut off at " + width + ": " + text + " in " + room + " of " + pen.measureText(text).width + " pixels");
		}
		return found;
	})()`
	// texts is what the gateway itself says on a page. Bodies, codes and the texts of people are not its words.
	texts = `(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), all = [];
		while (walker.nextNode()) {
			if (walker.currentNode.data.trim() && !walker.currentNode.parentElement.closest("pre, code, .code, datalist, script, .language, .technical, .story details, bdi, [lang=en]"))
				all.push(walker.currentNode.data.trim());
		}
		return all.join(" | ");
	})()`
)
