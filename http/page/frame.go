package page

import (
	"net/http"

	"gateway/domain/words"

	"github.com/gin-gonic/gin"
)

// Visit begins a page that a surface of its own serves in the frame of the site, such as the page behind a link in a
// mail. It reads a sent form. here is the path, below the site's prefix, and the query of the page, which the switch of
// languages leads back to. It returns false if it has answered the request.
func (s *Site) Visit(g *gin.Context, here func(c *Context) string) (*Context, bool) {
	if s.protect(g); g.IsAborted() {
		return nil, false
	}
	c := s.context(g)
	c.token = "" // the page is the same for everybody who has its link
	if g.Request.Method == http.MethodPost && !c.readForm() {
		return nil, false
	}
	c.returns = c.Link(here(c))
	return c, true
}

// Answer writes a page begun by Visit: forms and notices in the middle of the screen.
func (c *Context) Answer(status int, title words.Text, blocks ...Block) {
	c.show(status, shown{title: c.T(title), blocks: blocks, narrow: true})
}
