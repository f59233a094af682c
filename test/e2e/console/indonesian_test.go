package console

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/domain/feed"
	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
	"gateway/test/english"
)

var (
	detailsElement = regexp.MustCompile(`(?s)<details.*?</details>`)
	// technicalText holds what no Indonesian wrote: bodies, ids, names of banks and of events, and a reason of the test.
	technicalText = regexp.MustCompile(`(?s)<pre.*?</pre>|<datalist.*?</datalist>|Bank of [A-Z]\w+|for the test|\b[a-z_]+\.[a-z_]+(?:\.v\d)?\b|<code.*?</code>|<span class="code".*?</span>|<a [^>]*class="code".*?</a>|<a class="language".*?</a>|<span lang="en">[^<]*</span>`)
	tableBody     = regexp.MustCompile(`(?s)<tbody.*?</tbody>`)
	stateWord     = regexp.MustCompile(`<span class="state.*?</span>`)
	eventName     = regexp.MustCompile(`\b[a-z_]+\.[a-z_]+\.v\d\b`)
)

// In Indonesian no page of the menus has English words, and no page of a merchant names an event of the log, a stream
// or a request, unless he opens the technical details.
func TestIndonesianPagesHaveNoEnglishAndMerchantsNoNamesOfTheLog(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	id := m.OpenInvoice(t, 50_000, nil)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	portal, console := site.NewPortal(page.Config{}), site.NewStaff(page.Config{})
	one := func(v *visitor, list, link string) string {
		return regexp.MustCompile(`/portal/` + link).FindString(v.get(t, "/portal/"+list).Body)
	}
	merchant := owner(t, m)
	paths := append(openPaths(portal), "/payments/"+id)
	for list, link := range map[string]string{"balance": `balance/movements/[^"]*`, "callbacks": `callbacks/[^"/]*:?[^"/]+`} {
		if path := one(merchant, list, link); path != "" {
			paths = append(paths, strings.TrimPrefix(strings.ReplaceAll(path, "&amp;", "&"), "/portal"))
		}
	}
	for _, path := range paths {
		text := inIndonesian(t, merchant, portal.Prefix+path)
		if found := eventName.FindString(text); found != "" || strings.Contains(text, "payment-"+id) {
			t.Errorf("%s names the event %q or a stream", path, found)
		}
		if i := slices.IndexFunc(feed.Names, func(name string) bool { return strings.Contains(text, " "+name+" ") }); i >= 0 {
			t.Errorf("%s names the event %s", path, feed.Names[i])
		}
	}
	admin := staff(t, "admin")
	for _, path := range append(openPaths(console), "/transactions/"+id, strings.TrimPrefix(m.AdminPath(""), "/admin")) {
		inIndonesian(t, admin, console.Prefix+path)
	}
}

// inIndonesian returns the text of a page outside the details that are closed at first. It fails for English words.
func inIndonesian(t *testing.T, v *visitor, path string) string {
	t.Helper()
	got := v.send(t, http.MethodGet, path, nil, http.Header{"Accept-Language": {"id"}})
	if got.Status != http.StatusOK {
		t.Fatalf("%s: %d", path, got.Status)
	}
	got.Body = detailsElement.ReplaceAllString(got.Body, " ")
	text := got.text()
	if strings.HasPrefix(path, "/console") { // its lists hold what other tests of the same gateway typed
		got.Body = tableBody.ReplaceAllStringFunc(got.Body, func(rows string) string {
			return strings.Join(stateWord.FindAllString(rows, -1), " ")
		})
	}
	got.Body = technicalText.ReplaceAllString(got.Body, " ")
	for _, found := range english.Excerpts(got.text()) {
		t.Errorf("%s says in English: …%s…", path, found)
	}
	return text
}

// openPaths returns the paths of the pages without parameters.
func openPaths(s *page.Site) (paths []string) {
	for _, p := range s.Pages {
		if !strings.Contains(p.Path, ":") && p.File == nil {
			paths = append(paths, p.Path)
		}
	}
	return paths
}
