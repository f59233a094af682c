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

// Description is openapi.yaml as it is in the repository: its servers are relative
// to where it is served.
//
//go:embed openapi.yaml
var Description []byte

// pageRules let the reference page load nothing from anywhere else. Its script and
// styles are in the page itself.
const pageRules = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Docs serves the description and the reference page. It is safe for concurrent use.
type Docs struct {
	description []byte
	page        http.Handler
}

// NewDocs is for a gateway at publicURL (scheme, host, and the path in front of the
// prefix, if any) whose API is below prefix.
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
				"requestInterceptor": stayHere(publicURL, public.Path),
			},
		}),
	}
}

// describe puts the public address into the description, for who takes it along.
func describe(publicURL, prefix string) []byte {
	d := bytes.ReplaceAll(Description, []byte("{url: "+prefix+","), []byte("{url: '"+publicURL+prefix+"',"))
	return bytes.ReplaceAll(d, []byte("{url: /,"), []byte("{url: '"+publicURL+"',"))
}

// stayHere makes the page send requests to where it was itself loaded from: under
// another name of the same host the browser would refuse them.
func stayHere(publicURL, path string) string {
	return fmt.Sprintf("function (r) { r.url = r.url.replace(%s, window.location.origin + %s); return r }",
		strconv.Quote(publicURL), strconv.Quote(path))
}

// Routes mounts the surface below <prefix>/docs.
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
	default: // what the page is made of does not change while the process lives
		c.Header("Cache-Control", "public, max-age=3600")
	}
	d.page.ServeHTTP(c.Writer, c.Request)
}
