package openapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"gateway/http/openapi/node"

	"github.com/gin-gonic/gin"
	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
	"go.yaml.in/yaml/v3"
)

// Description is openapi.yaml, of all audiences. Its servers are relative: /api/v2, and / for the health
// checks.
//
//go:embed openapi.yaml
var Description []byte

// pageRules is the Content-Security-Policy of the reference page. The page loads nothing
// from other hosts; its script and styles are inline.
const pageRules = "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// Docs serves the description for one audience and its reference page. It is safe for
// concurrent use.
type Docs struct {
	// files are made when they are first asked for.
	files func() map[string][]byte
	page  http.Handler
}

// NewDocs makes the documentation of a gateway for an audience. publicURL is its public
// address: scheme, host, and the path before prefix if there is one. The API is below
// prefix.
func NewDocs(a Audience, publicURL, prefix string) *Docs {
	public, err := url.Parse(publicURL)
	if err != nil { // checked with the configuration
		public = &url.URL{}
	}
	path := public.Path + prefix + a.Path
	return &Docs{
		files: sync.OnceValue(func() map[string][]byte { return filesFor(a, publicURL, prefix) }),
		page: v5emb.NewHandlerWithConfig(swgui.Config{
			Title: a.Title, SwaggerJSON: path + "/openapi.yaml", BasePath: path, InternalBasePath: prefix + a.Path,
			SettingsUI: map[string]string{
				"tryItOutEnabled": "true", "showExtensions": "false", "filter": "true", "docExpansion": `"none"`,
				"requestInterceptor": requestInterceptor(publicURL, public.Path),
			},
		}),
	}
}

// filesFor gives the description for the audience, and the same in OpenAPI 3.0.3. Their
// servers are absolute, so that a copy of a file still names the gateway.
func filesFor(a Audience, publicURL, prefix string) map[string][]byte {
	whole := bytes.ReplaceAll(Description, []byte("{url: "+prefix+","), []byte("{url: '"+publicURL+prefix+"',"))
	whole = bytes.ReplaceAll(whole, []byte("{url: /,"), []byte("{url: '"+publicURL+"',"))
	var document yaml.Node
	if err := yaml.Unmarshal(whole, &document); err != nil {
		panic(fmt.Sprintf("openapi.yaml: %v", err)) // embedded and tested
	}
	described := a.describe(document.Content[0])
	return map[string][]byte{"openapi.yaml": encode(described), "openapi-3.0.yaml": encode(older(described))}
}

func encode(document *yaml.Node) []byte {
	out, err := node.Encode(document)
	if err != nil {
		panic(fmt.Sprintf("openapi.yaml: %v", err)) // a buffer takes everything
	}
	return out
}

// requestInterceptor is JavaScript that sends the page's requests to the host that the page was
// loaded from. When that is another name than publicURL, the browser would refuse
// requests to publicURL as cross-origin.
func requestInterceptor(publicURL, path string) string {
	return fmt.Sprintf("function (r) { r.url = r.url.replace(%s, window.location.origin + %s); return r }",
		strconv.Quote(publicURL), strconv.Quote(path))
}

// Routes mounts the page and its files on a router at the prefix and the audience's path.
func (d *Docs) Routes(r gin.IRouter) {
	r.GET("", d.show)
	r.GET("/*file", d.show)
}

func (d *Docs) show(c *gin.Context) {
	name := strings.Trim(c.Param("file"), "/")
	if strings.HasPrefix(name, "openapi") {
		if file, found := d.files()[name]; found {
			c.Data(http.StatusOK, "application/yaml", file)
			return
		}
	}
	if name == "" {
		c.Header("Content-Security-Policy", pageRules)
	} else { // scripts and styles are embedded: they change only with the program
		c.Header("Cache-Control", "public, max-age=3600")
	}
	d.page.ServeHTTP(c.Writer, c.Request)
}
