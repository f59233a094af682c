package page

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// brandPath is the path, below the prefix of a site, of the style with the operator's colours.
const brandPath = "/brand.css"

// HasColours reports whether the operator has colours of its own.
func (p part) HasColours() bool { return p.site.Brand.Colour != "" || p.site.Brand.Dark != "" }

// showColours answers with the operator's colours, which take the place of the tokens for them. The configuration has
// checked them (package brand).
func (s *Site) showColours(c *gin.Context) {
	var out strings.Builder
	if colour := s.Brand.Colour; colour != "" {
		out.WriteString("@media not (prefers-color-scheme: dark) { :root { --accent: " + colour + "; } }\n")
	}
	if colour := s.Brand.Dark; colour != "" {
		out.WriteString("@media (prefers-color-scheme: dark) { :root { --accent: " + colour + "; } }\n")
	}
	c.Header("Cache-Control", "public, max-age=300")
	c.Data(http.StatusOK, "text/css; charset=utf-8", []byte(out.String()))
}
