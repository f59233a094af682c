package site_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"gateway/domain/words"
	"gateway/http/openapi"
	"gateway/http/page"
	"gateway/http/page/site"

	"github.com/gin-gonic/gin"
)

// unexplained are the pages of the merchants' menu that no guide is about, with the reason.
var unexplained = map[string]string{
	"/balance":       "each figure of the page says what it is",
	"/fee-invoices":  "documents that the operator makes; the page says what is on them",
	"/tax-data":      "the form says what each field is for",
	"/apps":          "the page only shows what was agreed with the operator",
	"/activity":      "a list of who did what, in words",
	"/recovery":      "the page says its own steps, which nobody does by a program",
	"/mails":         "each box says which mail it is",
	"/tickets":       "a person answers",
	"/proposals/new": "a person answers",
}

func TestEachPageOfTheMerchantsMenuLeadsToAGuideOrIsNamed(t *testing.T) {
	t.Parallel()
	portal := site.NewPortal(page.Config{Sandbox: true})
	for _, p := range portal.Pages {
		if p.Nav == (words.Text{}) {
			continue
		}
		if helped, named := len(portal.Help[p.Path]) > 0, unexplained[p.Path] != ""; helped == named {
			t.Errorf("%q: leads to a guide: %t, is named as one without: %t", p.Path, helped, named)
		}
	}
	for path := range portal.Help {
		if !slices.ContainsFunc(portal.Pages, func(p page.Page) bool { return p.Path == path }) {
			t.Errorf("%q leads to a guide, but there is no such page", path)
		}
	}
}

func TestHelpLeadsToAHeadingOfAGuide(t *testing.T) {
	t.Parallel()
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	openapi.NewDocs(openapi.Merchants, "https://pay.example.com", "/api/v2").Routes(router.Group("/api/v2" + openapi.Merchants.Path))
	for path, parts := range site.NewPortal(page.Config{}).Help {
		for _, part := range parts {
			address, _, _ := strings.Cut(part.Path(), "#")
			answer := httptest.NewRecorder()
			router.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
			heading := html.EscapeString(part.Title) + "</h1>"
			if part.Section != "" {
				heading = ` id="` + part.Section + `">` + html.EscapeString(part.Title) + "</h"
			}
			if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), heading) {
				t.Errorf("%q: %s answers %d, without %q", path, part.Path(), answer.Code, heading)
			}
		}
	}
}
