package openapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

// Description is openapi.yaml. Its servers are relative: /api/v2, and / for the health
// checks.
//
//go:embed openapi.yaml
var Description []byte

// pageRules is the Content-Security-Policy of the reference page. The page loads nothing
// from other hosts; its script and styles are inline.
const pageRules = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Docs serves the description and the reference page. It is safe for concurrent use.
type Docs struct {
	description []byte
	page        http.Handler
}

// NewDocs makes the documentation of a gateway. publicURL is its public address: scheme,
// host, and the path before prefix if there is one. The API is below prefix.
func NewDocs(publicURL, prefix string) *Docs {
	public, err := url.Parse(publicURL)
	if err != nil { // checked with the configuration
		public = &url.URL{}
	}
	path := public.Path + prefix + "/docs"
	return &Docs{
		description: describe(publicURL, prefix),
		page: v5emb.NewHandlerWithConfig(swgui.Config{
			Title: "Payment Gateway", SwaggerJSON: path + "/openapi.yaml", BasePath: path, InternalBasePath: prefix + "/docs",
			SettingsUI: map[string]string{
				"tryItOutEnabled": "true", "showExtensions": "false", "filter": "true", "docExpansion": `"none"`,
				"requestInterceptor": requestInterceptor(publicURL, public.Path),
			},
		}),
	}
}

// describe makes the servers of the description absolute, so that a copy of the file
// still names the gateway. It replaces text: openapi.yaml writes a server in one line.
func describe(publicURL, prefix string) []byte {
	d := bytes.ReplaceAll(Description, []byte("{url: "+prefix+","), []byte("{url: '"+publicURL+prefix+"',"))
	return bytes.ReplaceAll(d, []byte("{url: /,"), []byte("{url: '"+publicURL+"',"))
}

// requestInterceptor is JavaScript that sends the page's requests to the host that the page was
// loaded from. When that is another name than publicURL, the browser would refuse
// requests to publicURL as cross-origin.
func requestInterceptor(publicURL, path string) string {
	return fmt.Sprintf("function (r) { r.url = r.url.replace(%s, window.location.origin + %s); return r }",
		strconv.Quote(publicURL), strconv.Quote(path))
}

// Routes mounts the page and its files on a router at <prefix>/docs.
func (d *Docs) Routes(r gin.IRouter) {
	r.GET("", d.show)
	r.GET("/*file", d.show)
}

func (d *Docs) show(c *gin.Context) {
	switch strings.Trim(c.Param("file"), "/") {
	case "openapi.yaml":
		c.Data(http.StatusOK, "application/yaml", d.description)
		return
	case "":
		c.Header("Content-Security-Policy", pageRules)
	default: // scripts and styles are embedded: they change only with the program
		c.Header("Cache-Control", "public, max-age=3600")
	}
	d.page.ServeHTTP(c.Writer, c.Request)
}
