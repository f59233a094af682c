package hostile

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gateway/test/e2e/harness"
	"gateway/test/mailbox"
)

// begins reports whether a spreadsheet takes the cell, or what follows a semicolon or a line break in it, for a
// formula.
func begins(cell string) bool {
	parts := strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(";\r\n", r) })
	return slices.ContainsFunc(parts, func(part string) bool {
		seen := strings.TrimLeftFunc(part, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
		return strings.IndexAny(seen, "=+@-\uff1d\uff0b\uff20\uff0d") == 0 && !number.MatchString(seen)
	})
}

var number = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// judgeCSV checks that a file has no formulas.
func judgeCSV(t *testing.T, where, body string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
	if err != nil {
		t.Errorf("%s is no CSV file: %v", where, err)
	}
	for _, cell := range slices.Concat(rows...) {
		if begins(cell) || strings.HasPrefix(cell, "\t") || strings.HasPrefix(cell, "\r") {
			t.Errorf("%s has the formula %q", where, cell)
		}
	}
}

var (
	// raw are pieces of the hostile texts that no page may contain as markup.
	raw = []string{"<script>alert", "<img src=x", "<b>x</b>", "' onmouseover='", "</title><script>", `<a href="http://evil`}
	// target matches where an element of a page links or sends to.
	target = regexp.MustCompile(`(?i)\s(href|src|action|formaction|poster|data|srcset)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)`)
	// handler matches an attribute that is a script.
	handler = regexp.MustCompile(`<[^>]*\son[a-z]+\s*=`)
)

// judgeHTML checks that the texts of a page are plain text, and that its targets are ours.
func judgeHTML(t *testing.T, where, body string) {
	t.Helper()
	for _, piece := range raw {
		if strings.Contains(body, piece) {
			t.Errorf("%s has the markup %s", where, piece)
		}
	}
	for _, found := range target.FindAllStringSubmatch(inTags(body), -1) {
		to := html.UnescapeString(strings.Trim(found[2], `"'`))
		u, err := url.Parse(strings.TrimSpace(to))
		if err != nil || slices.Contains([]string{"javascript", "data", "mailto"}, u.Scheme) || strings.Contains(u.Host, "evil") {
			t.Errorf("%s leads to %s", where, to)
		}
	}
	if found := handler.FindString(body); found != "" {
		t.Errorf("%s has the script %s", where, found)
	}
	if strings.Contains(body, ">1337<") {
		t.Errorf("%s has a template of a person that was run", where)
	}
}

var element = regexp.MustCompile(`<[a-zA-Z/][^>]*>`)

// inTags removes the texts between the elements of a page.
func inTags(body string) string { return strings.Join(element.FindAllString(body, -1), "\n") }

// judge checks an answer as the program sees it that opens it.
func judge(t *testing.T, where, contentType, body string) {
	t.Helper()
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Errorf("%s has the type %q", where, contentType)
		return
	}
	switch kind {
	case "text/csv":
		judgeCSV(t, where, body)
	case "text/html":
		judgeHTML(t, where, body)
	case "application/json":
		if !json.Valid([]byte(body)) {
			t.Errorf("%s is no JSON", where)
		}
	case "application/pdf":
		for _, action := range []string{"/JavaScript", "/URI", "/Launch", "/SubmitForm"} {
			if strings.Contains(body, action) {
				t.Errorf("%s has the action %s", where, action)
			}
		}
	}
}

// furnishedWithEvil is a merchant that wrote every hostile text everywhere, and about which staff did the same.
func furnishedWithEvil(t *testing.T) merchant {
	t.Helper()
	m := harness.NewFundedMerchant(t, 50_000_000)
	fill(t, m)
	owner := m.LogIn(t)
	m.Put(t, "/account", object{"nama": `=cmd|'/C calc'!A0 <script>alert(1)</script>`, "pic": "@SUM(1)", "alamat": "=1+1"}).Wants(t, 200)
	id := m.OpenInvoice(t, 20_000, object{
		"app_id": m.Get(t, "/apps").Wants(t, 200).ID(t, "0.id"), "external_id": `=1+1<img src=x onerror=alert(1)>`,
		"customer_name": "=1+1", "description": "=1+1", "metadata": object{"callback_url": harness.CallbackURL},
	})
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.Post(t, "/withdrawals", object{"jumlah": 10_000, "url": harness.CallbackURL, "external_id": "=1+1", "by": "<b>x</b>"}).Wants(t, 201)
	owner.Post(t, "/api-keys", object{"name": "<b>x</b>", "restricted": true, "scopes": []string{"read"}}).Wants(t, 201)
	owner.Post(t, "/callback-endpoints", object{"url": "https://evil.example/<b>x</b>?=1", "events": "*"})
	return m
}

func TestNoHostileTextIsMoreThanTextWhereItIsShownOrOpened(t *testing.T) {
	t.Parallel()
	m := furnishedWithEvil(t)
	g := m.Gateway
	t.Run("files of the API", func(t *testing.T) {
		t.Parallel()
		everyFile(t, m)
	})
	t.Run("pages of the merchant", func(t *testing.T) {
		t.Parallel()
		b := newBrowser(t, g)
		form := url.Values{"email": {m.Email}, "password": {harness.Password}}.Encode()
		b.send(t, "POST", "/portal/login", form, map[string][]string{"User-Agent": {`=1<script>alert(1)</script>`}}).is(t, 303)
		crawl(t, b, "/portal", 50, 20)
	})
	t.Run("pages of staff", func(t *testing.T) {
		t.Parallel()
		b := newBrowser(t, g)
		b.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
		crawl(t, b, "/console", 150, 30)
	})
}

// everyFile gets every operation that returns files, in each of its formats and languages.
func everyFile(t *testing.T, m merchant) {
	t.Helper()
	owner, admin := m.LogIn(t), m.Gateway.Admin(t)
	seen := map[string]int{}
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Takes("format") }) {
		c := owner
		if o.Scheme() == "AdminToken" {
			c = admin
		}
		path := strings.Replace(o.Pattern, "{id}", fmt.Sprint(m.ID), 1)
		for _, parameter := range o.Parameters {
			if parameter.Value.Name != "format" {
				continue
			}
			for _, format := range parameter.Value.Schema.Value.Enum {
				query := url.Values{"format": {fmt.Sprint(format)}}
				if o.Takes("month") {
					query.Set("month", now()[:7])
				}
				if o.Takes("clients") {
					query.Set("clients", "each")
				}
				got, err := c.Send("GET", path+"?"+query.Encode(), nil)
				if err != nil || got.Status != 200 {
					t.Errorf("%s as %s: %d %s", path, format, got.Status, got.Body)
					continue
				}
				seen[fmt.Sprint(format)]++
				if got.Header.Get("X-Content-Type-Options") != "nosniff" {
					t.Errorf("%s as %s may be taken for another kind of file", path, format)
				}
				judge(t, path+" as "+fmt.Sprint(format), got.Header.Get("Content-Type"), string(got.Body))
			}
		}
	}
	if seen["csv"] < 5 || seen["pdf"] < 2 || seen["json"] < 5 {
		t.Errorf("these files were seen: %v", seen)
	}
}

var (
	link = regexp.MustCompile(`href="(/[^"#]*)"`)
	part = regexp.MustCompile(`[0-9]+|[0-9a-f]{12,}|=[^&]*`)
)

// crawl follows the links of a site. Of addresses that differ only in values it follows two.
func crawl(t *testing.T, b *browser, site string, pages, files int) {
	t.Helper()
	todo, kinds, got, texts := []string{site}, map[string]int{}, map[string]int{}, 0
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		shown := b.get(t, path)
		if shown.Status >= 500 {
			t.Errorf("%s: %d", path, shown.Status)
		}
		if shown.Status != 200 {
			continue
		}
		kind := shown.Header.Get("Content-Type")
		judge(t, path, kind, shown.Body)
		got[strings.Split(kind, ";")[0]]++
		texts += strings.Count(shown.Body, "script&gt;alert(1)") + strings.Count(shown.Body, "'=1+1")
		for _, found := range link.FindAllStringSubmatch(shown.Body, -1) {
			next := html.UnescapeString(found[1])
			key := part.ReplaceAllString(next, "=")
			ours := strings.HasPrefix(next, site) && !strings.Contains(next, "logout") && !strings.Contains(next, "language")
			if ours && kinds[key] < 2 && !slices.Contains(todo, next) {
				kinds[key]++
				todo = append(todo, next)
			}
		}
	}
	if got["text/html"] < pages || got["text/csv"] < files || texts < 30 {
		t.Errorf("%s: only these were seen, with %d texts: %v", site, texts, got)
	}
}

// linked matches what mail programs turn into links: a scheme, a mail address, or a host with a dot inside.
var linked = regexp.MustCompile(`(?i)[a-z]+://\S+|[\p{L}\p{N}.]@[\p{L}\p{N}]|evil[.\x{3002}\x{ff0e}\x{ff61}]example`)

// A merchant can have a web address as its name, and invite any address by a mail that comes from us.
func TestAnAddressInAStrangersTextIsNoLinkInAMail(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	owner := m.LogIn(t)
	for _, name := range append(links, "=cmd|'/C calc'!A0", "<b>Pay</b> http://evil.example", "a\u00a0evil.example") {
		if m.Put(t, "/account", object{"nama": name}).Status != 200 {
			continue
		}
		guest := g.NextEmail()
		owner.Post(t, "/me/users", object{"email": guest, "role": "viewer"}).Wants(t, 201)
		onlyOurLinks(t, g, harness.Mails(t).Await(t, guest, 1), guest)
	}
	m.Put(t, "/account", object{"norek": "6666666666"}).Wants(t, 200)
	onlyOurLinks(t, g, harness.Mails(t).Await(t, m.Email, 1), m.Email)
	g.Anonymous().Post(t, "/auth/forgot-password", object{"email": m.Email}).Wants(t, 200)
	onlyOurLinks(t, g, harness.Mails(t).Await(t, m.Email, 2), m.Email)
	owner.Post(t, "/callback-endpoints", object{"url": "https://evil.example/x", "events": "*"}).Wants(t, 201)
	owner.Post(t, "/me/end-access", object{"since": now()[:10], "reason": "http://evil.example"}).Wants(t, 200)
	onlyOurLinks(t, g, harness.Mails(t).Await(t, m.Email, 3), m.Email)
}

// onlyOurLinks checks that a mail has no links but our own.
func onlyOurLinks(t *testing.T, g *harness.Gateway, m mailbox.Mail, recipient string) {
	t.Helper()
	for _, found := range linked.FindAllString(m.Subject+"\n"+strings.ReplaceAll(m.Text, recipient, ""), -1) {
		if found = strings.TrimRight(found, ".:"); !strings.HasPrefix(found, g.URL+"/") && found != g.URL {
			t.Errorf("a mail has the link %q:\n%s", found, m.Text)
		}
	}
}
