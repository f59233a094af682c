package page

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/words"
	"gateway/http/server/strangers"

	"github.com/gin-gonic/gin"
)

const (
	// maxForm is the maximum size of a form's body in bytes.
	maxForm = 64 << 10
	// keyField is the hidden field with a form's idempotency key.
	keyField = "idempotency_key"
)

// readForm reads the sent form. It returns false if it has answered a form that can't be read, which must not
// pass for a form with empty fields.
func (c *Context) readForm() bool {
	c.Posted = url.Values{}
	err := c.parseForm()
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		c.fail(http.StatusBadRequest, words.TooLargeTitle, words.TooLargeText)
		return false
	}
	if err != nil {
		c.fail(http.StatusBadRequest, words.UnreadableTitle, words.UnreadableText)
		return false
	}
	c.Posted = c.gin.Request.PostForm
	return true
}

// awaitForm reads the rest of a form that is longer than a stranger's may be, once the person is known. It
// returns false if it has answered the request.
func (c *Context) awaitForm(a *Action) bool {
	if a.Open || !strangers.Withheld(c.gin) {
		return true
	}
	if !c.enter(a.Open, a.Group) {
		return false
	}
	if refusal := strangers.ReadRest(c.gin); refusal != nil {
		strangers.SetRetry(c.gin)
		c.fail(refusal.Status, words.UnavailableTitle, words.UnavailableText)
		return false
	}
	return true
}

// enter identifies the person and checks the role. It returns false if it has answered the request.
func (c *Context) enter(open bool, group string) bool {
	if open {
		return true
	}
	if !c.identify() {
		return false
	}
	if !c.May(group) {
		c.fail(http.StatusForbidden, words.ForbiddenTitle, words.ForbiddenText)
		return false
	}
	return true
}

func (s *Site) showPage(g *gin.Context, p *Page) {
	c := s.context(g)
	if !c.enter(p.Open, p.Group) {
		return
	}
	switch {
	case p.File != nil:
		if err := p.File(c); err != nil {
			c.problem(err)
		}
	case p.Show != nil && c.Query.Get("format") == "csv" && c.Query.Has("table"):
		c.tableCSV(p, c.Query.Get("table"))
	case p.Table != nil && c.Query.Get("format") == "csv":
		c.csv(p)
	case c.leadsToCanonical(p):
	default:
		c.showBlocks(p, http.StatusOK)
	}
}

// showBlocks shows the current state of a page.
func (c *Context) showBlocks(p *Page, status int) {
	blocks, err := c.blocksOf(p)
	if err != nil {
		c.refusePage(p, err)
		return
	}
	c.show(status, shown{
		title: c.titleOf(p), blocks: blocks, narrow: p.Narrow, still: p.Still && !c.follows, path: p.Path, help: c.help(p.Path),
	})
}

// blocksOf returns the blocks of a page. Its own list comes last.
func (c *Context) blocksOf(p *Page) (blocks []Block, err error) {
	if p.Show != nil {
		if blocks, err = p.Show(c); err != nil {
			return nil, err
		}
	}
	numberTables(blocks)
	if p.Table != nil {
		table, err := c.list(p)
		if refusal, ok := errors.AsType[*Problem](err); ok && isNotReady(err) && len(blocks) > 0 {
			// Something that the list needs is not ready, such as proofs after a restore. The rest of the page
			// is shown.
			table, err = &Table{Empty: c.message(refusal, nil), page: true}, nil
		}
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, table)
	}
	return blocks, nil
}

// refusePage answers if a page can't be shown.
func (c *Context) refusePage(p *Page, err error) {
	if !c.showRefusedFilters(p, err) {
		c.problem(err)
	}
}

func (c *Context) titleOf(p *Page) string {
	if c.title != "" {
		return c.title
	}
	if p.Title != (words.Text{}) {
		return c.T(p.Title)
	}
	return c.T(p.Nav)
}

// act does what a form asks for. If the API refuses, it shows the form's page again.
func (s *Site) act(g *gin.Context, a *Action) {
	c := s.context(g)
	c.form = a
	if !c.awaitForm(a) || !c.readForm() || !c.enter(a.Open, a.Group) || !c.confirm() {
		return
	}
	var result Result
	agreed, err := c.agree(a)
	if !agreed && err == nil {
		return
	}
	if err == nil {
		result, err = a.Do(c)
	}
	var refusal *Problem
	switch {
	case errors.As(err, &refusal) && refusal.Code == confirmationNeeded:
		c.askToConfirm(nil)
	case errors.As(err, &refusal) && refusal.Status != http.StatusUnauthorized && s.page(a.Page) != nil:
		c.Problem = refusal
		c.showBlocks(s.page(a.Page), refusal.Status)
	case err != nil:
		c.problem(err)
	case c.asked != nil && (result.To != "" || c.asked.Result == nil):
		g.Redirect(http.StatusSeeOther, c.approvalLink()+"?done=accepted")
	case result.To != "":
		target := c.Link(result.To)
		if c.repeated {
			result.Done = "repeated"
		}
		if result.Done != "" {
			target += separator(target) + DoneParameter + "=" + url.QueryEscape(result.Done)
		}
		g.Redirect(http.StatusSeeOther, target)
	default:
		if c.asked != nil {
			result.Blocks = append(result.Blocks, Notice{Text: c.T(words.WorksFromGrant), Tone: ToneWait},
				Links{Links: []Link{{Text: c.T(words.ViewApproval), Path: c.approvalLink()}}})
		}
		c.show(http.StatusOK, shown{title: c.T(result.Title), blocks: result.Blocks})
	}
}

// approvalLink is the page of the approval that the API asked for.
func (c *Context) approvalLink() string {
	return c.Link(c.site.ApprovalsPath + "/" + strconv.FormatInt(c.asked.ID, 10))
}

func separator(target string) string {
	if strings.Contains(target, "?") {
		return "&"
	}
	return "?"
}

// problem answers with a page that says what went wrong. If the session has ended, it leads to the login.
func (c *Context) problem(err error) {
	var refusal *Problem
	if !errors.As(err, &refusal) {
		_ = c.gin.Error(err) // the middleware of the router logs it
		c.fail(http.StatusInternalServerError, words.BrokenTitle, words.BrokenText)
		return
	}
	switch {
	case refusal.Status == http.StatusUnauthorized:
		c.logInFirst()
	case refusal.Status == http.StatusNotFound, c.isNoID(refusal):
		c.fail(http.StatusNotFound, words.NotFoundTitle, words.NotFoundText)
	case refusal.Status == http.StatusServiceUnavailable, refusal.Status == http.StatusTooManyRequests:
		c.gin.Header("Retry-After", "1")
		c.fail(refusal.Status, words.UnavailableTitle, words.UnavailableText)
	case refusal.Status >= http.StatusInternalServerError:
		c.fail(refusal.Status, words.BrokenTitle, words.BrokenText)
	case refusal.Status == http.StatusForbidden:
		c.Problem = refusal
		c.show(refusal.Status, shown{title: c.T(words.ForbiddenTitle), narrow: true, blocks: []Block{c.home()}})
	default:
		c.Problem = c.asOnPage(refusal)
		c.show(refusal.Status, shown{title: c.T(words.RefusedTitle), narrow: true, blocks: []Block{c.home()}})
	}
}

func (c *Context) fail(status int, title, text words.Text) {
	c.show(status, shown{
		title: c.T(title), narrow: true,
		blocks: []Block{Notice{Text: c.T(text), Tone: ToneQuiet}, c.home()},
	})
}

// home leads to the site's first page.
func (c *Context) home() Links {
	return Links{Links: []Link{{Text: c.T(words.Back), Path: c.Link("")}}}
}

// message is the text of a refusal for the person. It calls the fields by their labels on the page.
func (c *Context) message(p *Problem, blocks []Block) string {
	if p.Code == "invalid_field" && len(p.Fields) > 0 {
		return c.T(words.CheckMarked) + c.wrongFields(p, fieldsOf(blocks))
	}
	return words.Refusal(c.Language, p.Code, withoutOperations(p.Message))
}

// wrongFields says of each field what is wrong with it.
func (c *Context) wrongFields(p *Problem, fields map[string]Field) (text string) {
	for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
		f := c.labelled(fields, name, p.Fields[name])
		text += " “" + f.Label + "”: " + c.wrong(f, p.Fields[name]) + "."
	}
	return text
}

// isNoID reports whether the page's address holds something that can't be an id, so that there is no such page.
func (c *Context) isNoID(refusal *Problem) bool {
	return c.Posted == nil && c.Param("id") != "" && refusal.Fields["id"] != ""
}
