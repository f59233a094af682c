// Package paypage serves the gateway's own pages for customers. One is where an e-wallet returns to if the
// merchant named no page. The other tells an OVO customer to look at the phone, because the provider has no
// page for OVO. The pages reveal nothing about a payment.
package paypage

import (
	"net/http"

	"gateway/http/page"

	"github.com/gin-gonic/gin"
)

// Surface serves the pages. It is safe for concurrent use.
type Surface struct{ brand page.Identity }

// New makes the surface, whose pages show the operator's brand.
func New(brand page.Identity) Surface { return Surface{brand} }

type content struct {
	Title, Text string
	Identity    page.Identity
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
{{template "brand-top" .Identity}}
<main class="narrow">
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
</main>
</body>
</html>
`)

// Routes mounts the pages below /pay.
func (s Surface) Routes(r gin.IRouter) {
	for path, one := range pages {
		one.Identity = s.brand
		r.GET(path, func(c *gin.Context) { page.WriteSmall(c, http.StatusOK, layout, "'none'", one) })
	}
}
