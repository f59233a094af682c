package passwordpage

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
const path = "/password"

// Passwords sets passwords with the tokens of links. accountservice.Accounts implements it.
type Passwords interface {
	// CheckLink refuses a token that does not work.
	CheckLink(ctx context.Context, token string) error
	// SetPassword uses up the link. The person sees its refusals.
	SetPassword(ctx context.Context, token, password string) error
}

// Surface serves the pages. It is safe for concurrent use.
type Surface struct {
	site      *page.Site
	passwords Passwords
}

// New makes the surface, whose pages look like those of the site.
func New(site *page.Site, passwords Passwords) Surface { return Surface{site, passwords} }

// Routes mounts the pages below the prefix of the site.
func (s Surface) Routes(r gin.IRouter) {
	r.GET(path, s.askForPassword)
	r.POST(path, s.setPassword)
}

// here is the address of the page with the link's token.
func here(c *page.Context) string {
	token := c.Query.Get("token")
	if c.Posted != nil {
		token = c.Field("token")
	}
	return path + "?" + url.Values{"token": {token}}.Encode()
}

// askForPassword shows the form. It does not use up the link, because mail programs open links to inspect them.
func (s Surface) askForPassword(g *gin.Context) {
	c, ok := s.site.Visit(g, here)
	if !ok {
		return
	}
	token := c.Query.Get("token")
	if err := s.passwords.CheckLink(g.Request.Context(), token); err != nil {
		fail(c, g, "", err)
		return
	}
	show(c, http.StatusOK, token, words.Text{})
}

func (s Surface) setPassword(g *gin.Context) {
	c, ok := s.site.Visit(g, here)
	if !ok {
		return
	}
	token, password := c.Field("token"), c.Field("password")
	if password != c.Field("again") {
		show(c, http.StatusBadRequest, token, words.PasswordsDiffer)
		return
	}
	if err := s.passwords.SetPassword(g.Request.Context(), token, password); err != nil {
		fail(c, g, token, err)
		return
	}
	c.Answer(http.StatusOK, words.NewPassword, page.Notice{Text: c.T(words.PasswordSaved), Tone: page.ToneGood},
		page.Links{Main: true, Links: []page.Link{{Text: c.T(words.LogIn), Path: c.Link("/login")}}})
}

// problems are the texts for the refusals of a password by their codes.
var problems = map[string]words.Text{
	"link_invalid": words.PasswordLinkEnded,
	"email_taken":  words.PasswordEmailTaken,
}

// fail shows why it did not work. The form stays if another attempt with this token may work.
func fail(c *page.Context, g *gin.Context, token string, err error) {
	var refusal *domain.Refusal
	switch {
	case !errors.As(err, &refusal):
		_ = g.Error(err) // for the log
		show(c, http.StatusInternalServerError, token, words.BrokenTryAgain)
	case refusal.Code == "invalid_field":
		show(c, http.StatusBadRequest, token, words.PasswordLength)
	default:
		text, known := problems[refusal.Code]
		if !known {
			text = words.BrokenTryAgain
		}
		show(c, http.StatusBadRequest, "", text)
	}
}

// show writes the page with a problem, if there is one, and with the form, if there is a token.
func show(c *page.Context, status int, token string, problem words.Text) {
	var blocks []page.Block
	if problem != (words.Text{}) {
		blocks = append(blocks, page.Notice{Text: c.T(problem), Tone: page.ToneBad})
	}
	if token != "" {
		blocks = append(blocks, page.Form{Action: path, Submit: c.T(words.SavePassword), Fields: []page.Field{
			{Name: "token", Kind: "hidden", Value: token},
			{
				Name: "password", Label: c.T(words.NewPassword), Kind: "password", Hint: c.T(words.PasswordHint), Required: true,
				Complete: "new-password",
			},
			{Name: "again", Label: c.T(words.PasswordAgain), Kind: "password", Required: true, Complete: "new-password"},
		}})
	}
	c.Answer(status, words.NewPassword, blocks...)
}
