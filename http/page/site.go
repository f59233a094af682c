package page

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"gateway/domain/brand"
	"gateway/domain/calendar"
	"gateway/domain/words"
	"gateway/http/api/auth"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// Config is what both sites need from the gateway.
type Config struct {
	// API is the handler of the gateway's API for its own pages (merchantapi.API.ForPortal).
	API http.Handler
	// Secure says that people reach the gateway by https, so cookies may require it.
	Secure bool
	// Sandbox says that no real money moves.
	Sandbox bool
	// Other is the address of the operator's other gateway: of production in the sandbox, of the sandbox in production. It may be empty.
	Other string
	// Host is the name under which people reach the gateway, which the top of each page says. A request can't change it.
	Host string
	// Calendar is that of the business: the pages show and take its days and times.
	Calendar calendar.Calendar
	// Brand is the operator's.
	Brand brand.Brand
	// SecondFrom returns the amount in rupiah from which on an administrator's act needs a second one, nil if none does.
	// It may be nil.
	SecondFrom func(ctx context.Context) (*decimal.Decimal, error)
}

// Site is one of the console's sites. It is safe for concurrent use once mounted.
type Site struct {
	Config
	// Name is the site's title, Prefix its path, and Cookie the name of its cookie.
	Name   words.Text
	Prefix string
	Cookie string
	// OneClient says that each person sees only one client, so texts need not name it.
	OneClient bool
	// Roles are the rules for the roles of the site's people.
	Roles auth.Roles
	// Logins are the operations on the logins of the site's people.
	Logins Logins
	// ApprovalsPath is the page of the approvals that wait for a second person; a form that asked for one leads
	// there. It is empty if the site has no approvals.
	ApprovalsPath string
	// SearchPath is the page of the search, which the box at the top leads to. It is empty if there is none.
	SearchPath string
	// SearchGroup is the group that may search.
	SearchGroup string
	// NameActor returns the name of who caused an event, empty if the person at the browser may not know it. It may
	// be nil.
	NameActor func(c *Context, actor string) string
	// Live returns the next change after a cursor. It is nil for a site whose pages do not follow events.
	Live func(c *Context, cursor string) (after string, changed bool, err error)
	// Pages and Actions are the pages and forms of the site.
	Pages   []Page
	Actions []Action
	// Help leads from pages, by their paths, to the parts of the guides that explain them. It may be nil.
	Help map[string][]Help
	// LoginLinks stand below the login form, such as a link to the registration.
	LoginLinks []NavLink

	api      client
	identity Identity
	// bulks has a *sync.Mutex for each person who did something to chosen rows.
	bulks sync.Map
}

// NavLink is a link with its text.
type NavLink struct {
	Text words.Text
	Path string
}

// Page describes one page.
type Page struct {
	// Path is the path below the site's prefix, with gin's parameters.
	Path string
	// Group is the group of roles that may open the page; empty admits every logged-in person.
	Group string
	// Open pages need no login.
	Open bool
	// Nav is the page's word in the menu. With the zero value, the menu does not show the page.
	Nav words.Text
	// Section is the heading of the menu above the page.
	Section words.Text
	// Title is the page's title; if zero, Nav is.
	Title words.Text
	// Show returns the blocks of the page.
	Show func(c *Context) ([]Block, error)
	// Table returns the page's list, which is shown below the blocks of Show, page by page and as CSV. Show or
	// Table may be nil.
	Table func(c *Context) (*Table, error)
	// Also lists the parameters of the page's address that are not filters of its list, such as the moments of
	// a time machine. Any other parameter is refused.
	Also []string
	// File answers with a file in place of a page.
	File func(c *Context) error
	// Narrow pages are forms in the middle of the screen.
	Narrow bool
	// Still pages do not follow events, because they show the past or are too costly to rebuild at every event.
	Still bool
}

// Action handles a form.
type Action struct {
	// Path is the path below the site's prefix. The method is POST.
	Path string
	// Group is the group of roles that may use the form.
	Group string
	Open  bool
	// Page is the path, in gin's form, of the page that is shown again if the API refuses. The action's path
	// must have the parameters of that path.
	Page string
	// Files says that the form may carry files. Its path ends like that of the API's operation that takes them, for
	// package strangers reads so much of a body as that operation may have (envelope.Limit).
	Files bool
	// Sure says what will happen, for a form that destroys something or moves money: it is done once the person agrees. It
	// returns nil if this form needs no question, and a *Problem for a form that the person should correct first.
	Sure func(c *Context) (*Sure, error)
	// Do sends the request. It returns where to go next, or blocks to show once, such as a new key.
	Do func(c *Context) (Result, error)
}

// Result says what follows an action.
type Result struct {
	// To is the path to go to, below the site's prefix. Done is the key in words.Done of the message to show there.
	To, Done string
	// Blocks are shown at once, under Title, if To is empty.
	Title  words.Text
	Blocks []Block
}

// Routes mounts the site below its prefix.
func (s *Site) Routes(r gin.IRouter) {
	s.api, s.identity = client{s.API}, NewIdentity(s.Brand)
	g := r.Group("", s.protect)
	g.GET("/login", s.showLogin)
	g.POST("/login", s.logIn)
	g.POST("/logout", s.logOut)
	g.GET("/language/:code", s.chooseLanguage)
	g.GET(amountPath, s.sayAmount)
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

// NotFound answers an unknown path below the prefix. A path that ends with a slash leads to the page without the slash.
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

// Unreadable answers a request whose address or headers are not valid text.
func (s *Site) Unreadable(g *gin.Context) {
	if s.protect(g); !g.IsAborted() {
		s.context(g).fail(http.StatusBadRequest, words.UnreadableTitle, words.UnreadableText)
	}
}

// Crowded answers a form for which the gateway has no room now.
func (s *Site) Crowded(g *gin.Context, status int) {
	if s.protect(g); !g.IsAborted() {
		s.context(g).fail(status, words.UnavailableTitle, words.UnavailableText)
	}
}

// protect sets the security headers of a page. It refuses forms that another site sent, and shows a page that says so.
func (s *Site) protect(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if protection.Check(c.Request) != nil {
		ctx := s.context(c)
		ctx.fail(http.StatusForbidden, words.CrossSiteTitle, words.CrossSiteText)
		c.Abort()
	}
}

// protection refuses forms of other sites, by the headers that a browser sets itself.
var protection = http.NewCrossOriginProtection()

// policy lets a page load only its own style, scripts and live events. An image may be part of the page, such
// as the QR code of a second factor.
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
