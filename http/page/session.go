package page

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"gateway/domain/words"
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

const languageCookie = "language"

// context makes the context of a request: its language and the token of its cookie.
func (s *Site) context(c *gin.Context) *Context {
	ctx := &Context{Language: languageOf(c.Request), Query: c.Request.URL.Query(), gin: c, site: s}
	if cookie, err := c.Request.Cookie(s.cookieName()); err == nil {
		ctx.token = cookie.Value
	}
	return ctx
}

// languageOf is the language that the person chose, or else that of the browser.
func languageOf(r *http.Request) words.Language {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if l, ok := words.Parse(cookie.Value); ok {
			return l
		}
	}
	for one := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		code, _, _ := strings.Cut(strings.TrimSpace(one), ";")
		code, _, _ = strings.Cut(code, "-")
		if l, ok := words.Parse(code); ok {
			return l
		}
	}
	return words.Indonesian
}

// cookieName is the name of the session's cookie. With https it has the prefix that binds the cookie to https
// and to this host.
func (s *Site) cookieName() string {
	if s.Secure {
		return "__Host-" + s.Cookie
	}
	return s.Cookie
}

func (s *Site) setCookie(c *gin.Context, name, value string, expires time.Time) {
	cookie := &http.Cookie{ //nolint:gosec // Secure where people reach the gateway by https
		Name: name, Value: value, Path: "/", Expires: expires, HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
	}
	if value == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(c.Writer, cookie)
}

// logInFirst sends the person to the login, and back afterwards: to the requested page, or to the page of the
// sent form, with the typed values.
func (c *Context) logInFirst() {
	query := url.Values{}
	if c.gin.Request.Method == http.MethodGet {
		query.Set("next", c.gin.Request.URL.RequestURI())
	} else if c.form != nil {
		query.Set("next", c.typed())
	}
	if c.token != "" || c.form != nil {
		query.Set("ended", "true")
	}
	target := c.Link("/login?" + query.Encode())
	if c.token != "" {
		c.site.setCookie(c.gin, c.site.cookieName(), "", time.Time{})
	}
	c.gin.Redirect(http.StatusSeeOther, target)
}

// identify asks the API for the person of the session. It returns false if it has answered the request.
func (c *Context) identify() bool {
	if c.token == "" {
		c.logInFirst()
		return false
	}
	var err error
	if c.Who, err = c.site.Logins.Me(c); err != nil {
		c.problem(err)
		return false
	}
	strangers.Admitted(c.gin)
	return true
}

func (s *Site) showLogin(g *gin.Context) {
	c := s.context(g)
	blocks := []Block{s.loginForm(c)}
	switch {
	case c.Query.Get("ended") != "" && strings.Contains(c.Query.Get("next"), "?"):
		blocks = append([]Block{Notice{Text: c.T(words.SessionEndedTyped), Tone: ToneWait}}, blocks...)
	case c.Query.Get("ended") != "":
		blocks = append([]Block{Notice{Text: c.T(words.SessionEnded), Tone: ToneWait}}, blocks...)
	case c.Query.Get("next") != "":
		blocks = append([]Block{Notice{Text: c.T(words.PleaseLogIn), Tone: ToneQuiet}}, blocks...)
	}
	c.show(http.StatusOK, shown{title: c.T(words.LogIn), blocks: s.withLoginLinks(c, blocks), narrow: true})
}

func (s *Site) loginForm(c *Context) Form {
	return Form{
		Action: "/login?next=" + url.QueryEscape(c.Query.Get("next")), Submit: c.T(words.LogIn),
		Fields: []Field{
			{Name: "email", Label: c.T(words.Email), Kind: "email", Required: true, Complete: "username"},
			{Name: "password", Label: c.T(words.Password), Kind: "password", Required: true, Complete: "current-password"},
			{Name: "code", Label: c.T(words.Code), Hint: c.T(words.CodeHint), Complete: "one-time-code", Numeric: true},
		},
	}
}

func (s *Site) withLoginLinks(c *Context, blocks []Block) []Block {
	if len(s.LoginLinks) == 0 {
		return blocks
	}
	links := Links{}
	for _, l := range s.LoginLinks {
		links.Links = append(links.Links, Link{Text: c.T(l.Text), Path: c.Link(l.Path)})
	}
	return append(blocks, links)
}

func (s *Site) logIn(g *gin.Context) {
	c := s.context(g)
	if !c.readForm() {
		return
	}
	body := map[string]string{"email": c.Field("email"), "password": c.Field("password")}
	if code := c.Field("code"); code != "" {
		body["code"] = code
	}
	c.token = ""
	token, ends, err := s.Logins.LogIn(c, body)
	if err != nil {
		if !errors.As(err, &c.Problem) {
			c.problem(err)
			return
		}
		c.show(c.Problem.Status, shown{title: c.T(words.LogIn), blocks: s.withLoginLinks(c, []Block{s.loginForm(c)}), narrow: true})
		return
	}
	s.setCookie(g, s.cookieName(), token, ends)
	g.Redirect(http.StatusSeeOther, s.local(c.Query.Get("next")))
}

// local returns target if it leads to this site, and otherwise the home page, because a link to the login must
// not lead elsewhere afterwards. It compares the address as a browser follows it: a browser resolves `..` in
// the path, even if escaped.
func (s *Site) local(target string) string {
	u, err := url.Parse(target)
	if err != nil || u.Host != "" || u.Scheme != "" || u.Opaque != "" || strings.Contains(u.Path, "\\") {
		return s.Prefix
	}
	clean := path.Clean("/" + u.Path)
	switch {
	case clean != s.Prefix && !strings.HasPrefix(clean, s.Prefix+"/"):
		return s.Prefix
	case clean != u.Path:
		u.Path, u.RawPath = clean, ""
	}
	return u.RequestURI()
}

func (s *Site) logOut(g *gin.Context) {
	c := s.context(g)
	if c.token != "" {
		// A session that has already ended is as good.
		_ = s.Logins.LogOut(c)
	}
	s.setCookie(g, s.cookieName(), "", time.Time{})
	g.Redirect(http.StatusSeeOther, c.Link("/login?done=loggedout"))
}

func (s *Site) chooseLanguage(g *gin.Context) {
	if l, ok := words.Parse(g.Param("code")); ok {
		s.setCookie(g, languageCookie, string(l), time.Now().AddDate(1, 0, 0))
	}
	g.Redirect(http.StatusSeeOther, s.local(g.Query("back")))
}

// maxTyped is how many characters of a field survive a login. They are kept in an address, which has no room for more.
const maxTyped = 500

// typed is the address of the sent form's page with the values of its fields, for a person whose session has
// ended meanwhile. It leaves out secrets. If the page's address has filters of a list, it leaves out all
// values.
func (c *Context) typed() string {
	p := c.site.page(c.form.Page)
	if p == nil {
		return c.Link("")
	}
	path, query := c.Link(c.formPage()), url.Values{}
	for name := range c.Posted {
		if value := c.Posted.Get(name); value != "" && len(value) <= maxTyped && !isSecret(name) {
			query.Set(name, value)
		}
	}
	if p.Table != nil || len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// formPage is the path of the sent form's page, below the site's prefix.
func (c *Context) formPage() string {
	segments := strings.Split(c.form.Page, "/")
	for i, segment := range segments {
		if name, ok := strings.CutPrefix(segment, ":"); ok {
			segments[i] = url.PathEscape(c.Param(name))
		}
	}
	return strings.Join(segments, "/")
}

// isSecret reports whether the value of a field must not appear in an address.
func isSecret(name string) bool {
	for _, part := range []string{"password", "code", "secret", "token", "key"} {
		if strings.Contains(name, part) && name != "bank_code" && name != "channel_code" {
			return true
		}
	}
	return false
}
