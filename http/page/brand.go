package page

import (
	"html/template"
	"net/http"
	"strings"

	"gateway/domain/brand"

	"github.com/gin-gonic/gin"
)

// Identity is what the pages show of the operator: the addresses of its files, and its name.
type Identity struct {
	// Name is the operator's, which may be empty.
	Name string
	// Icon, Logo and Colours are the paths of the icon, the logo and the style with the colours. Each path changes with its file. There is
	// always an icon; the other two may be empty.
	Icon, Logo, Colours string

	files map[string]asset
}

// NewIdentity makes the identity of a brand. The configuration has checked the brand's colours and images.
func NewIdentity(b brand.Brand) Identity {
	i := Identity{Name: b.Name, files: map[string]asset{}}
	i.Icon = i.add("brand-icon", b.Icon)
	if i.Icon == "" {
		i.Icon, _ = assetPath("icon.svg") // an embedded file
	}
	i.Logo = i.add("brand-logo", b.Logo)
	if colours := coloursOf(b); colours != "" {
		i.Colours = i.put("brand.css", newAsset("text/css; charset=utf-8", []byte(colours)))
	}
	return i
}

// add adds an image, and returns its path, empty if there is no such image.
func (i Identity) add(name string, image brand.Image) string {
	if len(image.Content) == 0 {
		return ""
	}
	return i.put(name+image.Extension(), newAsset(image.Type, image.Content))
}

func (i Identity) put(name string, a asset) string {
	i.files[name] = a
	return a.path(name)
}

// coloursOf is a style with the operator's colours, which take the place of the tokens for them. It is empty if there are none.
func coloursOf(b brand.Brand) string {
	var out strings.Builder
	if b.Colour != "" {
		out.WriteString("@media not (prefers-color-scheme: dark) { :root { --accent: " + b.Colour + "; } }\n")
	}
	if b.Dark != "" {
		out.WriteString("@media (prefers-color-scheme: dark) { :root { --accent: " + b.Dark + "; } }\n")
	}
	return out.String()
}

// imagePolicy keeps an image that somebody opens as a page from running anything: an SVG may hold scripts.
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

// protectImage sets the headers of an image.
func protectImage(c *gin.Context, kind string) {
	if strings.HasPrefix(kind, "image/") {
		c.Header("Content-Security-Policy", imagePolicy)
		c.Header("X-Content-Type-Options", "nosniff")
	}
}

// smallPolicy is the content security policy of a page of NewSmall: it loads its style and the operator's images, and nothing else.
const smallPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// NewSmall parses the template of a page outside the sites, such as those for customers. With an Identity as its data, the template
// "brand-head" is what such a page has in its head, and "brand-top" is its top.
func NewSmall(text string) *template.Template {
	return template.Must(template.Must(templates.Clone()).New("small").Parse(text))
}

// WriteSmall writes a page of NewSmall, which has no forms.
func WriteSmall(c *gin.Context, small *template.Template, data any) {
	h := c.Writer.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", smallPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	c.Status(http.StatusOK)
	_ = small.Execute(c.Writer, data) // an error means that the browser has hung up
}
