package openapi

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
)

// Front is the page at the gateway's address. It links to the guides and references. It is safe for concurrent use.
type Front struct{ page []byte }

var frontPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payment Gateway</title>
<link rel="stylesheet" href="{{.API}}/docs/style.css">
</head>
<body>
<main>
<h1>Payment Gateway</h1>
<p>The API is at <code>{{.API}}</code>.</p>
<ul>
<li><a href="{{.Base}}/portal">Portal</a> for merchants</li>
<li><a href="{{.Base}}/console">Console</a> for administrators, support and auditors</li>
<li><a href="{{.API}}/docs">Guides and reference</a> for merchants</li>
<li><a href="{{.API}}/admin/docs">Reference</a> for administrators</li>
</ul>
</main>
</body>
</html>
`))

// NewFront makes the page. publicURL and prefix are as in NewDocs.
func NewFront(publicURL, prefix string) Front {
	public, err := url.Parse(publicURL)
	if err != nil { // can't happen: the configuration checks the URL
		public = &url.URL{}
	}
	var out bytes.Buffer
	if err := frontPage.Execute(&out, map[string]string{"Base": public.Path, "API": public.Path + prefix}); err != nil {
		panic(err) // writing to a buffer can't fail
	}
	return Front{out.Bytes()}
}

// Routes mounts the page at the root.
func (f Front) Routes(r gin.IRouter) {
	r.GET("", func(c *gin.Context) {
		c.Header("Content-Security-Policy", pageRules)
		c.Data(http.StatusOK, "text/html; charset=utf-8", f.page)
	})
}
