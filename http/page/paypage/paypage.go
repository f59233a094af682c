// Package paypage serves the gateway's own pages for customers. One is where an e-wallet returns to if the
// merchant named no page. The other tells an OVO customer to look at the phone, because the provider has no
// page for OVO. The pages reveal nothing about a payment.
package paypage

import (
	"gateway/domain/words"
	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

// Surface serves the pages. It is safe for concurrent use.
type Surface struct {
	config   page.Config
	identity page.Identity
}

// New makes the surface, whose pages say which gateway they are of: the sandbox or production, its host, and the operator.
func New(config page.Config) Surface { return Surface{config, page.NewIdentity(config.Brand)} }

type content struct {
	Title, Text string
	page.Config
	Identity page.Identity
}

// Band is the word at the top of the page.
func (c content) Band() string {
	if c.Sandbox {
		return words.SandboxRibbon.In(words.Indonesian)
	}
	return words.ProductionRibbon.In(words.Indonesian)
}

var pages = map[string]content{
	"/thanks": {Title: "Terima kasih", Text: "Pembayaran Anda sedang diproses. Silakan kembali ke aplikasi atau situs penjual."},
	"/ovo": {
		Title: "Buka aplikasi OVO",
		Text:  "Kami mengirim permintaan pembayaran ke ponsel Anda. Buka aplikasi OVO dan setujui dalam 55 detik.",
	},
}

var layout = page.NewSmall(`<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
{{template "brand-head" .Identity}}
</head>
<body>
<header><p class="ribbon {{if .Sandbox}}sandbox{{else}}live{{end}}"><strong>{{.Band}}</strong>
{{with .Host}}<bdi>{{.}}</bdi>{{end}}</p>
{{template "brand-top" .Identity}}</header>
<main class="narrow">
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{with .Brand}}{{if or .Contact .Legal}}<footer class="quiet">
{{with .Contact}}<p>{{.}}</p>{{end}}{{with .Legal}}<p>{{.}}</p>{{end}}
</footer>{{end}}{{end}}
</main>
</body>
</html>
`)

// Routes mounts the pages below /pay.
func (s Surface) Routes(r gin.IRouter) {
	for path, shown := range pages {
		shown.Config, shown.Identity = s.config, s.identity
		r.GET(path, func(c *gin.Context) { page.WriteSmall(c, layout, shown) })
	}
}
