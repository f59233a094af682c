package page

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/domain/words"

	"github.com/gin-gonic/gin"
)

// elsewhere says where the templates are that no page of a site can show.
var elsewhere = map[string]string{
	"kept":      "a file of its own",
	"brand-top": "the top of pages outside the sites",
}

var (
	includes = regexp.MustCompile(`{{template "([^"]+)"`)
	tokens   = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\(`)
)

// A new block is put on the page of parts, which renders all of them in both languages.
func TestThePageOfPartsHasEveryBlock(t *testing.T) {
	t.Parallel()
	for _, language := range []words.Language{words.Indonesian, words.English} {
		g, _ := gin.CreateTestContext(httptest.NewRecorder())
		g.Request = httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/console"+PartsPath, nil)
		c := &Context{Language: language, Query: g.Request.URL.Query(), gin: g, site: &Site{Prefix: "/console"}}
		p := PartsPages()[0]
		blocks, err := c.blocksOf(&p)
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]bool{}
		show(shown, "layout")
		for _, b := range flat(blocks) {
			show(shown, b.template())
			if _, err := (part{Context: c}).Block(b); err != nil {
				t.Errorf("%s: %v", b.template(), err)
			}
		}
		for _, one := range templates.Templates() {
			if name := one.Name(); name != "" && !strings.HasSuffix(name, ".html") && !shown[name] && elsewhere[name] == "" {
				t.Errorf("no part of the page has the template %q", name)
			}
		}
	}
}

// show adds a template and those that it includes.
func show(shown map[string]bool, name string) {
	if shown[name] {
		return
	}
	shown[name] = true
	for _, m := range includes.FindAllStringSubmatch(templates.Lookup(name).Tree.Root.String(), -1) {
		show(shown, m[1])
	}
}

// flat returns blocks with those inside them.
func flat(blocks []Block) (all []Block) {
	for _, b := range blocks {
		all = append(all, b)
		switch in := b.(type) {
		case Columns:
			all = append(all, flat(slices.Concat(in.Left, in.Right))...)
		case Technical:
			all = append(all, flat(in.Blocks)...)
		case Module:
			all = append(all, flat(in.Blocks)...)
		}
	}
	return all
}

// Colours are in the file of tokens alone.
func TestTheStyleTakesItsColoursFromTheTokens(t *testing.T) {
	t.Parallel()
	for number, line := range strings.Split(string(assets["style.css"].content), "\n") {
		if found := tokens.FindString(line); found != "" {
			t.Errorf("line %d of style.css has the colour %s: name it in tokens.css", number+1, found)
		}
	}
}
