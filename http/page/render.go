package page

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"gateway/domain/words"
)

//go:embed templates/*.html
var sources embed.FS

// templates are parsed once.
var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"asset": assetPath, "bdi": bdi, "alone": alone,
}).ParseFS(sources, "templates/*.html"))

var errCutShort = errors.New("the list could not be read to its end")

// shown is the content of a page.
type shown struct {
	title  string
	blocks []Block
	narrow bool
	still  bool
	// path is the path of the page that the menu marks.
	path string
	// help is what explains the page.
	help []Help
}

// layout is the data of the template of all pages.
type layout struct {
	part
	Title  string
	Blocks []Block
	Narrow bool
	// Help leads to what explains the page.
	Help []Help
	Menu []menuSection
	// Done and Refused say what came of the sent form.
	Done    string
	Refused string
	// Answers says that the page answers a form. It begins at its heading, as a page that a refusal or a message begins does there.
	Answers bool
	// Other is the address of the page in the other language.
	Other  string
	IsLive bool
}

type menuSection struct {
	Title string
	Items []menuItem
}

type menuItem struct {
	Text, Path string
	Current    bool
}

// DoneParameter is the parameter of an address that says which message of words.Done the page begins with.
const DoneParameter = "done"

// show writes a page.
func (c *Context) show(status int, s shown) {
	l := layout{part: part{Context: c}, Title: s.title, Blocks: s.blocks, Narrow: s.narrow, Help: s.help}
	if text, ok := words.Done[c.Query.Get(DoneParameter)]; ok {
		l.Done = c.T(text)
	}
	if c.Problem != nil {
		l.Refused = c.message(c.Problem, s.blocks)
	}
	l.Answers = c.Posted != nil && l.Refused == ""
	other := words.English
	if c.Language == words.English {
		other = words.Indonesian
	}
	l.Other = c.Link("/language/" + string(other) + "?back=" + template.URLQueryEscaper(c.back()))
	if c.Who.Role != "" {
		// The answer to a form is shown at the form's address. If such a page followed events, it would reload
		// as another page, and lose a key that is only shown once.
		l.Menu, l.IsLive = c.menu(s.path), c.site.Live != nil && !s.narrow && !s.still && c.Posted == nil
	}
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "layout", l); err != nil {
		panic(fmt.Errorf("a page's template: %w", err))
	}
	c.gin.Header("Content-Type", "text/html; charset=utf-8")
	c.gin.Header("Content-Language", string(c.Language))
	c.gin.Status(status)
	_, _ = io.Copy(c.gin.Writer, &out) // an error means that the browser has hung up
}

// back is the page's own address; after a sent form, it is the home page.
func (c *Context) back() string {
	if c.returns != "" {
		return c.returns
	}
	if c.Posted != nil {
		return c.Link("")
	}
	return c.address(nil)
}

// menu returns the pages that the person may open.
func (c *Context) menu(current string) (sections []menuSection) {
	for _, p := range c.site.Pages {
		if p.Nav == (words.Text{}) || !c.May(p.Group) {
			continue
		}
		title := c.T(p.Section)
		if len(sections) == 0 || sections[len(sections)-1].Title != title {
			sections = append(sections, menuSection{Title: title})
		}
		s := &sections[len(sections)-1]
		s.Items = append(s.Items, menuItem{c.T(p.Nav), c.Link(p.Path), isBelow(current, p.Path)})
	}
	return sections
}

// isBelow reports whether a page is another page or below it: /payments/:id is below /payments.
func isBelow(path, of string) bool {
	return path == of || of != "" && strings.HasPrefix(path, of+"/")
}
