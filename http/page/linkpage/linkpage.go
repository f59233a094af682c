// Package linkpage serves the pages that links in mails lead to, in the frame of the merchants' site: a person chooses a
// password, switches off a kind of mails, or undoes a change of the account. A person confirms by a POST; a mail program that only
// opens links changes nothing. The pages need no login and no scripts. The API can choose a password and undo a change, too.
package linkpage

import (
	"errors"
	"net/http"
	"net/url"

	"gateway/domain"
	"gateway/domain/words"
	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

// Pages makes the surfaces of the pages, which look like those of the site.
type Pages struct{ site *page.Site }

// New makes Pages for a site.
func New(site *page.Site) Pages { return Pages{site} }

// Surface serves one page, below the prefix of the site. It is safe for concurrent use.
type Surface struct {
	site *page.Site
	path string
	// ask shows what the link is good for, and do does it. Both get a token that they have to check.
	ask, do func(c *visit)
}

// Routes mounts the page.
func (s Surface) Routes(r gin.IRouter) {
	r.GET(s.path, s.handler(s.ask))
	r.POST(s.path, s.handler(s.do))
}

// visit is a person at the page with the token of the link.
type visit struct {
	*page.Context
	gin   *gin.Context
	path  string
	token string
}

func (s Surface) handler(show func(c *visit)) gin.HandlerFunc {
	return func(g *gin.Context) {
		here := func(c *page.Context) string { return s.path + "?" + url.Values{tokenField: {tokenOf(c)}}.Encode() }
		if c, ok := s.site.Visit(g, here); ok {
			show(&visit{c, g, s.path, tokenOf(c)})
		}
	}
}

// tokenField is the name of the field of forms, and of the parameter of addresses, with the token of a link.
const tokenField = "token"

// tokenOf is the token of the form, or that of the address: a mail program posts to the address of the link.
func tokenOf(c *page.Context) string {
	if c.Posted != nil && c.Posted.Has(tokenField) {
		return c.Field(tokenField)
	}
	return c.Query.Get(tokenField)
}

// form asks the person to confirm, with fields after that of the token.
func (v *visit) form(submit words.Text, fields ...page.Field) page.Form {
	token := page.Field{Name: tokenField, Kind: "hidden", Value: v.token}
	return page.Form{Action: v.path, Submit: v.T(submit), Fields: append([]page.Field{token}, fields...)}
}

// says is a notice.
func (v *visit) says(text words.Text, tone page.Tone) page.Notice {
	return page.Notice{Text: v.T(text), Tone: tone}
}

// leads is the way on from a page on which all is done.
func (v *visit) leads(text words.Text, path string) page.Links {
	return page.Links{Main: true, Links: []page.Link{{Text: v.T(text), Path: v.Link(path)}}}
}

// fail answers with invalid for a refusal, and otherwise asks to try again later.
func (v *visit) fail(title, invalid words.Text, err error) {
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		v.Answer(http.StatusBadRequest, title, v.says(invalid, page.ToneBad))
		return
	}
	_ = v.gin.Error(err) // for the log
	v.Answer(http.StatusServiceUnavailable, title, v.says(words.BrokenTryAgain, page.ToneBad))
}
