package console

import (
	"encoding/csv"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
)

var csvLink = regexp.MustCompile(`<a href="([^"]*format=csv[^"]*)" download`)

var columnHeading = regexp.MustCompile(`<th role="columnheader"[^>]*>([^<]*)</th>`)

// Each list of each page is also available as a file, with at least the rows and the headings that the page
// shows. The file also has the columns that the page leaves out because they are empty, and the names of
// clients beside their ids.
func TestEveryTableIsAFileToo(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	m.Post(t, "/payments/invoice", object{"amount": 50_000}).Wants(t, 201)
	for _, site := range []struct {
		*page.Site
		visitor *visitor
	}{{site.NewPortal(page.Config{}), owner(t, m)}, {site.NewStaff(page.Config{}), staff(t, "admin")}} {
		files := 0
		for _, p := range site.Pages {
			if strings.Contains(p.Path, ":") || p.File != nil {
				continue
			}
			shown := site.visitor.get(t, site.Prefix+p.Path).Body
			links := csvLink.FindAllStringSubmatch(shown, -1)
			if tables := strings.Count(shown, `<table role="table"`); tables != len(links) {
				t.Errorf("%s%s has %d tables and %d files", site.Prefix, p.Path, tables, len(links))
			}
			var headings []string
			for _, link := range links {
				files++
				got := site.visitor.get(t, html.UnescapeString(link[1])).is(t, 200)
				rows, err := csv.NewReader(strings.NewReader(got.Body)).ReadAll()
				if err != nil || len(rows) < 2 || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/csv") {
					t.Errorf("%s: %d rows, %v, %s", link[1], len(rows), err, got.Header.Get("Content-Type"))
					continue
				}
				headings = append(headings, rows[0]...)
			}
			for _, heading := range columnHeading.FindAllStringSubmatch(shown, -1) {
				if !slices.Contains(headings, html.UnescapeString(heading[1])) {
					t.Errorf("%s%s has the heading %q, which no file has: %q", site.Prefix, p.Path, heading[1], headings)
				}
			}
		}
		if files < 5 {
			t.Errorf("%s has %d files", site.Prefix, files)
		}
	}
}

func TestATableThatAPageHasNotIsNotFound(t *testing.T) {
	t.Parallel()
	v := staff(t, "admin")
	for _, number := range []string{"0", "99", "x", "-1", ""} {
		v.get(t, "/console/banks?format=csv&table="+number).is(t, 404)
	}
}
