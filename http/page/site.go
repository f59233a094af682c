package page

import (
	"net/http"
	"strings"

	"gateway/domain/calendar"
	"gateway/http/api/auth"
	"gateway/http/page/words"

	"github.com/gin-gonic/gin"
)

// Config is what both sites need from the gateway.
type Config struct {
	// API is the handler of the gateway's API. It is set before the first request.
	API http.Handler
	// Secure says that people reach the gateway by https, so that cookies may demand it.
	Secure bool
	// Sandbox says that there is no real money.
	Sandbox bool
	// Calendar is that of the business: the pages show and take its days and times.
	Calendar calendar.Calendar
}

// Site is one of the console's sites. It is safe for concurrent use once mounted.
type Site struct {
	Config
	// Name is the site's title, Prefix where it is mounted, Cookie the name of its cookie.
	Name   words.Text
	Prefix string
	Cookie string
	// OneClient says that each person sees one client only, so that no text has to name it.
	OneClient bool
	// Roles are the roles of the site's people.
	Roles auth.Roles
	// LoginPath and LogoutPath are those of the API, ConfirmPath that of a fresh proof, MePath that of the person's own login.
	LoginPath, LogoutPath, ConfirmPath, MePath string
	// ApprovalsPath is the page of the approvals that wait for a second person; a form that asked for
	// one leads to it. Empty for a site without any.
	ApprovalsPath string
	// SearchPath is the page of the search, which the box at the top leads to; empty without one.
	SearchPath string
	// SearchGroup is the group that may search.
	SearchGroup string
	// Live gives the next change after a cursor; nil for a site that is not live.
	Live func(c *Context, cursor string) (after string, changed bool, err error)
	// Pages and Actions are the site's.
	Pages   []Page
	Actions []Action
	// Below the login form: links such as to a registration.
	LoginLinks []NavLink

	api        api
	protection *http.CrossOriginProtection
}

// NavLink is a link with its words.
type NavLink struct {
	Text words.Text
	Path string
}

// Page is one page.
type Page struct {
	// Path is below the site's prefix, with gin's parameters.
	Path string
	// Group is the group of roles that may open it; empty for everybody who is logged in.
	Group string
	// Open pages need no login.
	Open bool
	// Nav is the page's word in the menu; the zero value keeps it out.
	Nav words.Text
	// Section is the heading in the menu that the page is below.
	Section words.Text
	// Title of the page; Nav where it is zero.
	Title words.Text
	// Show gives what the page shows.
	Show func(c *Context) ([]Block, error)
	// Table gives the page's list, which is shown below the blocks of Show, page by page and as CSV.
	// Either of both may be nil.
	Table func(c *Context) (*Table, error)
	// Also are the parameters of the page's address that are no filters of its list, such as the moments
	// of a time machine. The list is refused with any other one.
	Also []string
	// File answers with a file in place of a page.
	File func(c *Context) error
	// Narrow pages are forms in the middle of the screen.
	Narrow bool
	// Still pages show the past, or cost too much to be made anew at every event: they are not kept up
	// to date.
	Still bool
}

// Action is what a form does.
type Action struct {
	// Path is below the site's prefix. The method is POST.
	Path string
	// Group is the group of roles that may do it.
	Group string
	Open  bool
	// Page is the path, in gin's form, of the page that is shown again where the API refuses. The
	// action's path must have its parameters.
	Page string
	// Do sends the request. It gives where to go next, or blocks to show once, such as a new key.
	Do func(c *Context) (Result, error)
}

// Result of an action.
type Result struct {
	// To is the path below the site's prefix to go to; Done the key of words.Done to show there.
	To, Done string
	// Blocks are shown at once, under Title, where To is empty.
	Title  words.Text
	Blocks []Block
}

// Routes mounts the site below its prefix.
func (s *Site) Routes(r gin.IRouter) {
	s.api, s.protection = api{s.API}, http.NewCrossOriginProtection()
	g := r.Group("", s.protect)
	g.GET("/login", s.showLogin)
	g.POST("/login", s.logIn)
	g.POST("/logout", s.logOut)
	g.GET("/language/:code", s.chooseLanguage)
	if s.Live != nil {
		g.GET("/live", s.stream)
	}
	for i := range s.Pages {
		p := &s.Pages[i]
		g.GET(p.Path, func(c *gin.Context) { s.showPage(c, p) })
	}
	for i := range s.Actions {
		a := &s.Actions[i]
		g.POST(a.Path, func(c *gin.Context) { s.act(c, a) })
	}
}

// NotFound answers an unknown path below the prefix. One that ends with a slash leads to the page
// without it.
func (s *Site) NotFound(g *gin.Context) {
	if path := strings.TrimRight(g.Request.URL.Path, "/"); path != g.Request.URL.Path && g.Request.Method == http.MethodGet {
		g.Redirect(http.StatusSeeOther, s.local(path))
		return
	}
	if s.protect(g); g.IsAborted() {
		return
	}
	if c := s.context(g); c.identify() {
		c.fail(http.StatusNotFound, words.NotFoundTitle, words.NotFoundText)
	}
}

// Unreadable answers a request whose address or headers are no text.
func (s *Site) Unreadable(g *gin.Context) {
	if s.protect(g); !g.IsAborted() {
		s.context(g).fail(http.StatusBadRequest, words.UnreadableTitle, words.UnreadableText)
	}
}

// Crowded answers a form that the gateway has no room for now.
func (s *Site) Crowded(g *gin.Context, status int) {
	if s.protect(g); !g.IsAborted() {
		s.context(g).fail(status, words.UnavailableTitle, words.UnavailableText)
	}
}

// protect refuses forms that another site sends, says so, and sets the rules of the pages.
func (s *Site) protect(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if s.protection.Check(c.Request) != nil {
		ctx := s.context(c)
		ctx.fail(http.StatusForbidden, words.CrossSiteTitle, words.CrossSiteText)
		c.Abort()
	}
}

// policy lets a page load its own style, scripts and live events, and nothing else. An image may
// be part of the page: the QR code of a second factor.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func (s *Site) page(path string) *Page {
	for i := range s.Pages {
		if s.Pages[i].Path == path {
			return &s.Pages[i]
		}
	}
	return nil
}
