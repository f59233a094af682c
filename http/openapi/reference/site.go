package reference

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"gateway/http/api/errorcode"
	"gateway/http/openapi/node"

	"go.yaml.in/yaml/v3"
)

//go:embed templates/*.html
var templateFiles embed.FS

// Style and Script are the files that every page loads.
var (
	//go:embed templates/style.css
	Style []byte
	//go:embed templates/try.js
	Script []byte
)

var pages = template.Must(template.New("").Funcs(template.FuncMap{"lower": strings.ToLower}).ParseFS(templateFiles, "templates/*.html"))

// Config configures a site.
type Config struct {
	// Title is the title of the description.
	Title string
	// Base is the path of the pages on this host, and API the path of the operations.
	Base, API string
	// PublicAPI is the address of the API, for examples.
	PublicAPI string
	// Merchants says that the site has the guides for merchants.
	Merchants bool
}

// Site serves the pages of one description. It is safe for concurrent use.
type Site struct {
	Config
	About  template.HTML
	Guides []Guide
	Tags   []Tag
	Errors []ErrorGroup
}

// ErrorGroup is one section of the table of errors, as the guide shows it.
type ErrorGroup struct {
	Title  string
	Errors []errorcode.Error
}

// New reads the operations of a description, and its guides.
func New(description *yaml.Node, c Config) (*Site, error) {
	md := newMarkdown()
	r := reader{root: description, api: c.PublicAPI, md: md}
	s := &Site{Config: c, About: md.html(node.Field(description, "info", "description").Value), Tags: r.tags()}
	names := []string{ErrorsSlug}
	if c.Merchants {
		names = merchantGuides
	}
	words := strings.NewReplacer("{base}", c.Base, "{api}", c.PublicAPI)
	for _, name := range names {
		guide, err := md.guide(name, words)
		if err != nil {
			return nil, err
		}
		s.Guides = append(s.Guides, guide)
	}
	s.Errors = errorsOf(s.Tags)
	return s, nil
}

// errorsOf returns the table of errors without those that no operation of the tags answers with.
func errorsOf(tags []Tag) (groups []ErrorGroup) {
	named := map[string]bool{}
	for _, tag := range tags {
		for _, o := range tag.Operations {
			for _, r := range o.Responses {
				for _, code := range r.Codes {
					named[code] = true
				}
			}
		}
	}
	for _, group := range errorcode.Groups() {
		kept := slices.DeleteFunc(slices.Clone(group.Errors), func(e errorcode.Error) bool {
			return !named[e.Code] && !errorcode.Everywhere(e.Code)
		})
		if len(kept) > 0 {
			groups = append(groups, ErrorGroup{group.Title, kept})
		}
	}
	return groups
}

// view is the data of a template.
type view struct {
	*Site
	Heading string
	Guide   *Guide
	Tag     *Tag
	Query   string
	Found   []Hit
}

// Page writes the page at a path below the base; the empty path is the first page. It reports whether there is
// such a page. query is the text of a search.
func (s *Site) Page(out io.Writer, path, query string) (found bool, err error) {
	v := view{Site: s, Query: query}
	name := ""
	switch tag, isTag := strings.CutPrefix(path, "reference/"); {
	case path == "":
		name, v.Heading = "index.html", s.Title
	case path == "search":
		name, v.Heading, v.Found = "search.html", "Search", s.search(query)
	case isTag:
		if i := slices.IndexFunc(s.Tags, func(t Tag) bool { return t.Slug == tag }); i >= 0 {
			name, v.Tag, v.Heading = "tag.html", &s.Tags[i], s.Tags[i].Name
		}
	default:
		if i := slices.IndexFunc(s.Guides, func(g Guide) bool { return g.Slug == path }); i >= 0 {
			name, v.Guide, v.Heading = "guide.html", &s.Guides[i], s.Guides[i].Title
		}
	}
	if name == "" {
		return false, nil
	}
	if err := pages.ExecuteTemplate(out, name, v); err != nil {
		return true, fmt.Errorf("render %s: %w", path, err)
	}
	return true, nil
}
