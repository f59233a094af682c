package openapi

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"gateway/http/api/envelope"
	"gateway/http/openapi/node"
	"gateway/http/openapi/reference"

	"github.com/gin-gonic/gin"
	"go.yaml.in/yaml/v3"
)

// Description is openapi.yaml, of all audiences. Its servers are relative: /api/v2, and / for the health
// checks.
//
//go:embed openapi.yaml
var Description []byte

// pageRules is the Content-Security-Policy of the pages. They load only their one style and script, and call no
// other host.
const pageRules = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
	"frame-ancestors 'none'; base-uri 'none'"

// Docs serves the description for one audience and its pages (package reference). It is safe for concurrent use.
type Docs struct {
	// made builds the files and pages when one of them is first asked for.
	made func() made
}

// made holds the files and pages of one audience.
type made struct {
	files map[string][]byte
	site  *reference.Site
}

// NewDocs makes the documentation of a gateway for an audience. publicURL is the gateway's public address:
// scheme, host, and the path before prefix if there is one. The API is below prefix.
func NewDocs(a Audience, publicURL, prefix string) *Docs {
	return &Docs{sync.OnceValue(func() made { return makeFor(a, publicURL, prefix) })}
}

// makeFor makes the description for the audience, the same in OpenAPI 3.0.3, and the pages. The servers in the
// files are absolute, so that a copy of a file still names the gateway. The pages call the host that they were
// loaded from, which may have another name than publicURL.
func makeFor(a Audience, publicURL, prefix string) made {
	whole := bytes.ReplaceAll(Description, []byte("{url: "+prefix+","), []byte("{url: '"+publicURL+prefix+"',"))
	whole = bytes.ReplaceAll(whole, []byte("{url: /,"), []byte("{url: '"+publicURL+"',"))
	var document yaml.Node
	if err := yaml.Unmarshal(whole, &document); err != nil {
		panic(fmt.Sprintf("openapi.yaml: %v", err)) // the file is embedded and tested
	}
	described := a.describe(document.Content[0])
	public, err := url.Parse(publicURL)
	if err != nil { // can't happen: the configuration checks the URL
		public = &url.URL{}
	}
	site, err := reference.New(described, reference.Config{
		Title: a.Title, Base: public.Path + prefix + a.Path, API: public.Path + prefix, PublicAPI: publicURL + prefix,
		Merchants: a.Path == Merchants.Path,
	})
	if err != nil {
		panic(fmt.Sprintf("the reference: %v", err)) // the file is embedded and tested
	}
	return made{
		files: map[string][]byte{"openapi.yaml": encode(described), "openapi-3.0.yaml": encode(older(described))},
		site:  site,
	}
}

func encode(document *yaml.Node) []byte {
	out, err := node.Encode(document)
	if err != nil {
		panic(fmt.Sprintf("openapi.yaml: %v", err)) // writing to a buffer can't fail
	}
	return out
}

// Routes mounts the pages and files on a router at the prefix and the audience's path.
func (d *Docs) Routes(r gin.IRouter) {
	r.GET("", d.show)
	r.GET("/*file", d.show)
}

func (d *Docs) show(c *gin.Context) {
	name := strings.Trim(c.Param("file"), "/")
	switch file, isFile := d.made().files[name]; {
	case isFile:
		c.Data(http.StatusOK, "application/yaml", file)
	case name == "style.css":
		asset(c, "text/css; charset=utf-8", reference.Style)
	case name == "try.js":
		asset(c, "text/javascript; charset=utf-8", reference.Script)
	default:
		d.page(c, name)
	}
}

// asset serves a file that only changes with the program.
func asset(c *gin.Context, contentType string, file []byte) {
	c.Header("Cache-Control", "public, max-age=3600")
	c.Data(http.StatusOK, contentType, file)
}

func (d *Docs) page(c *gin.Context, name string) {
	var out bytes.Buffer
	found, err := d.made().site.Page(&out, name, c.Query("q"))
	switch {
	case err != nil:
		envelope.Fail(c, err)
	case !found:
		envelope.NoSuchPath(c)
	default:
		c.Header("Content-Security-Policy", pageRules)
		c.Data(http.StatusOK, "text/html; charset=utf-8", out.Bytes())
	}
}
