package fuzz

import (
	"context"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

var (
	formTag  = regexp.MustCompile(`(?s)<form method="post" action="([^"]*)".*?</form>`)
	inputTag = regexp.MustCompile(`<(?:input|select|textarea)[^>]*\bname="([^"]*)"[^>]*>`)
	valueOf  = regexp.MustCompile(`\bvalue="([^"]*)"`)
	linkTo   = regexp.MustCompile(`href="(/(?:portal|console)/[^"]*)"`)
	option   = regexp.MustCompile(`<option value="([^"]*)"`)
	oddOnes  = regexp.MustCompile(`/live|/events`) // answers that never end
	ending   = regexp.MustCompile(`logout|end-access|password|totp|factor|/register|/forgot|/disable|/suspend|/reject|` +
		`/projections|/audit|/undo|/fees|/banks|/reset|/restore`)
	staffIDs = regexp.MustCompile(`/(?:clients|admins|apps|accounts)/(\d+)`)
)

// visit opens a page, and sends a form of that page or of another one.
func (f *fuzzer) visit(tb testing.TB) {
	tb.Helper()
	site := pick(f.Rand, f.sites)
	if len(site.Actions) > 0 && f.chance(15) {
		f.post(tb, site.Prefix+f.filled(pick(f.Rand, site.Actions).Path), nil, "")
		return
	}
	path := site.Prefix + f.filled(pick(f.Rand, site.Pages).Path)
	if links := f.own["links"]; len(links) > 0 && f.chance(40) {
		path = pick(f.Rand, links)
	}
	if oddOnes.MatchString(path) || f.mayNot(path) {
		return
	}
	if f.chance(30) {
		name := pick(f.Rand, []string{
			"q", "page", "status", "next", "back", "at", "since", "from", "to", "done",
			"per_page", "sort", "after", "zz", "amount", "client_id", "format",
		})
		joint := map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")]
		path += joint + name + "=" + url.QueryEscape(cut(text(pick(f.Rand, bad)), 3000))
	}
	got, ok := f.judged(tb, http.MethodGet, path, "")
	if !ok || got.Status != http.StatusOK {
		return
	}
	for _, link := range linkTo.FindAllStringSubmatch(got.Body, 40) {
		if target := html.UnescapeString(link[1]); len(target) < 200 && strings.HasPrefix(target, f.sites[0].Prefix) {
			f.own.add("links", target)
		}
	}
	forms := formTag.FindAllStringSubmatch(got.Body, -1)
	if len(forms) == 0 || f.chance(30) {
		return
	}
	form := pick(f.Rand, forms)
	fields := url.Values{}
	for _, tag := range inputTag.FindAllStringSubmatch(form[0], -1) {
		value := ""
		if v := valueOf.FindStringSubmatch(tag[0]); v != nil {
			value = html.UnescapeString(v[1])
		}
		if options := option.FindAllStringSubmatch(form[0], -1); strings.HasPrefix(tag[0], "<select") && len(options) > 0 {
			value = html.UnescapeString(pick(f.Rand, options)[1])
		}
		fields.Add(html.UnescapeString(tag[1]), value)
	}
	f.post(tb, html.UnescapeString(form[1]), fields, path)
}

// post sends a form with mutated fields.
func (f *fuzzer) post(tb testing.TB, action string, fields url.Values, back string) {
	tb.Helper()
	if f.mayNot(action) || ending.MatchString(action) && !f.chance(6) || !strings.HasPrefix(action, "/") {
		return
	}
	if fields == nil {
		fields = url.Values{}
		for _, name := range []string{
			"amount", "jumlah", "reason", "email", "confirm_password", "idempotency_key", "name",
			"url", "message",
		} {
			if f.chance(40) {
				fields.Set(name, "")
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch {
		case f.chance(12):
			fields.Set(name, cut(text(pick(f.Rand, bad)), 20_000))
		case f.chance(2):
			fields.Del(name)
		case f.chance(2):
			fields.Add(name, "second")
		case fields.Get(name) == "" && name != "idempotency_key":
			value, ok := f.known(name)
			if !ok {
				value = pick(f.Rand, []string{"10000", "25.000", "x", "Toko", "2026-01-02", "1", "on", ""})
			}
			fields.Set(name, text(value))
		}
	}
	if f.chance(10) {
		fields.Set("confirm_password", pick(f.Rand, []string{harness.Password, "", "wrong", markup}))
	}
	if f.chance(8) {
		fields.Set(pick(f.Rand, []string{"next", "back", "unknown", "idempotency_key"}), text(pick(f.Rand, bad)))
	}
	if f.chance(5) {
		action += "?next=" + url.QueryEscape(pick(f.Rand, []string{"//evil.example", "https://evil.example/", `/\evil.example`, back}))
	}
	body := fields.Encode()
	if f.chance(2) {
		body = pick(f.Rand, []string{"%zz", "a=%ff", strings.Repeat("a=1&", 20_000), "{}", "=&=&", "a;b"})
	}
	got, ok := f.judged(tb, http.MethodPost, action, body)
	if !ok {
		return
	}
	if to := got.Header.Get("Location"); strings.Contains(to, "evil.example") &&
		!strings.HasPrefix(to, "/portal") && !strings.HasPrefix(to, "/console") {
		f.problem("POST "+action, "leads to "+to)
	}
}

// mayNot keeps staff from changing what other roles need.
func (f *fuzzer) mayNot(path string) bool {
	for _, id := range staffIDs.FindAllStringSubmatch(path, -1) {
		if f.role.isStaff() && id[1] != "987654321" &&
			!slices.Contains(f.own["/admin/clients/"], id[1]) && !slices.Contains(f.own["/admin/admins/"], id[1]) {
			return true
		}
	}
	return false
}

var parameter = regexp.MustCompile(`/([a-z-]+)/:[a-z_]+`)

// filled replaces the parameters of gin's pattern with ids.
func (f *fuzzer) filled(pattern string) string {
	return parameter.ReplaceAllStringFunc(pattern, func(part string) string {
		name := parameter.FindStringSubmatch(part)[1]
		value := "987654321"
		from := f.own
		if f.chance(20) {
			from = f.world.others
		}
		for _, known := range []string{"/admin/" + name + "/", "/" + name + "/", "/me/" + name + "/"} {
			if len(from[known]) > 0 {
				value = pick(f.Rand, from[known])
				break
			}
		}
		if f.chance(8) {
			value = cut(text(pick(f.Rand, bad)), 2000)
		}
		return "/" + name + "/" + segment(value)
	})
}

// judged sends a request to a page and judges the answer.
func (f *fuzzer) judged(tb testing.TB, method, path, body string) (pageAnswer, bool) {
	tb.Helper()
	row := method + " " + digits.ReplaceAllString(before(strings.SplitN(path, "?", 2)[0]), "#")
	f.sent = fmt.Sprintf("%s HTTP %s %s %s", row, method, path, body)
	got, err := f.page(method, path, strings.NewReader(body), nil)
	if err != nil {
		f.problem(row, "no answer: "+err.Error())
		return got, false
	}
	f.look(row, got.Status, got.Header, []byte(got.Body), false)
	if got.Status == http.StatusSeeOther && f.email != "" &&
		strings.HasSuffix(strings.SplitN(got.Header.Get("Location"), "?", 2)[0], "/login") {
		f.stayOnSite(tb)
	}
	return got, true
}

// stayOnSite logs in again if the cookie no longer works.
func (f *fuzzer) stayOnSite(tb testing.TB) {
	tb.Helper()
	if got, err := f.page(http.MethodGet, f.sites[0].Prefix, nil, nil); err == nil && got.Status == http.StatusSeeOther {
		f.again(tb)
	}
}

// pageAnswer is a page that a browser gets.
type pageAnswer struct {
	Status int
	Header http.Header
	Body   string
}

// page sends a request as a browser does, with its cookies. It does not check the answer against the description.
func (f *fuzzer) page(method, path string, body io.Reader, header http.Header) (pageAnswer, error) {
	return f.through(f.pages, method, path, body, header)
}

func (f *fuzzer) through(client *http.Client, method, path string, body io.Reader, header http.Header) (pageAnswer, error) {
	r, err := http.NewRequestWithContext(harness.Mutated(context.Background()), method, f.world.gateway.URL+path, body)
	if err != nil {
		return pageAnswer{}, fmt.Errorf("%q: %w", path, err)
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, values := range header {
		r.Header[name] = values
	}
	got, err := client.Do(r)
	if err != nil {
		return pageAnswer{}, err
	}
	defer got.Body.Close()
	all, err := io.ReadAll(got.Body)
	return pageAnswer{got.StatusCode, got.Header, string(all)}, err
}
