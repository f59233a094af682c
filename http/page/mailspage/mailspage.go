// Package mailspage serves the page behind the link that switches off a kind of mails. A person confirms there, by a POST; a mail
// program that only opens links switches nothing off. Mail programs with a button of their own send the POST of RFC 8058
// to the same address. The page needs no login and no scripts.
package mailspage

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"gateway/domain"
	"gateway/domain/words"
	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

// path is that of the page below the prefix of the site.
const path = "/mails-off"

// Choices switches kinds of mails off. accountservice.Accounts implements it. Each method refuses a token that is none.
type Choices interface {
	CheckMailsOff(token string) (kind string, err error)
	SwitchMailsOff(ctx context.Context, token string) error
}

// Surface serves the page. It is safe for concurrent use.
type Surface struct {
	site    *page.Site
	choices Choices
}

// New makes the surface, whose pages look like those of the site.
func New(site *page.Site, choices Choices) Surface { return Surface{site, choices} }

// Routes mounts the page below the prefix of the site.
func (s Surface) Routes(r gin.IRouter) {
	r.GET(path, s.ask)
	r.POST(path, s.switchOff)
}

// here is the address of the page with the token of the link.
func here(c *page.Context) string { return path + "?" + url.Values{"token": {token(c)}}.Encode() }

// token is that of the form, or that of the address: a mail program posts to the address of the link.
func token(c *page.Context) string {
	if c.Posted != nil && c.Posted.Has("token") {
		return c.Field("token")
	}
	return c.Query.Get("token")
}

func (s Surface) ask(g *gin.Context) {
	c, ok := s.site.Visit(g, here)
	if !ok {
		return
	}
	kind, err := s.choices.CheckMailsOff(token(c))
	if err != nil {
		fail(c, g, err)
		return
	}
	c.Answer(http.StatusOK, words.MailsOff,
		page.Notice{Text: c.T(words.MailsOffAsk, c.Word(words.MailKinds, kind)), Tone: page.ToneQuiet},
		page.Form{Action: path, Submit: c.T(words.MailsOff), Fields: []page.Field{{Name: "token", Kind: "hidden", Value: token(c)}}})
}

func (s Surface) switchOff(g *gin.Context) {
	c, ok := s.site.Visit(g, here)
	if !ok {
		return
	}
	if err := s.choices.SwitchMailsOff(g.Request.Context(), token(c)); err != nil {
		fail(c, g, err)
		return
	}
	c.Answer(http.StatusOK, words.MailsOff, page.Notice{Text: c.T(words.MailsOffDone), Tone: page.ToneGood},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.MailsTitle), Path: c.Link("/mails")}}})
}

func fail(c *page.Context, g *gin.Context, err error) {
	if _, refused := errors.AsType[*domain.Refusal](err); refused {
		c.Answer(http.StatusBadRequest, words.MailsOff, page.Notice{Text: c.T(words.MailsOffInvalid), Tone: page.ToneBad})
		return
	}
	_ = g.Error(err) // for the log
	c.Answer(http.StatusServiceUnavailable, words.MailsOff, page.Notice{Text: c.T(words.BrokenTryAgain), Tone: page.ToneBad})
}
