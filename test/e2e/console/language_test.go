package console

import (
	"net/http"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/site"
	"gateway/test/e2e/harness"
)

func TestEveryPageInBothLanguages(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	for _, site := range []struct {
		*page.Site
		visitor *visitor
	}{{site.NewPortal(page.Config{}), owner(t, m)}, {site.NewStaff(page.Config{}), staff(t, "admin")}} {
		for _, language := range []string{"id", "en"} {
			for _, p := range site.Pages {
				if strings.Contains(p.Path, ":") || p.File != nil {
					continue
				}
				got := site.visitor.send(t, http.MethodGet, site.Prefix+p.Path, nil, http.Header{"Accept-Language": {language}})
				if got.Status != http.StatusOK || !strings.Contains(got.Body, `<html lang="`+language+`">`) {
					t.Errorf("%s%s in %s: status %d", site.Prefix, p.Path, language, got.Status)
				}
				if strings.Contains(got.text(), "%!") {
					t.Errorf("%s%s in %s has a text whose arguments are wrong: %s", site.Prefix, p.Path, language, got.text())
				}
				if sent := weight(t, got.Body); sent > maxPage {
					t.Errorf("%s%s weighs %d bytes compressed", site.Prefix, p.Path, sent)
				}
			}
		}
	}
}
