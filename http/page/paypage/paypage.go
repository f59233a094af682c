// Package paypage serves the gateway's own pages for customers. One is where an e-wallet returns to if the
// merchant named no page. The other tells an OVO customer to look at the phone, because the provider has no
// page for OVO. The pages reveal nothing about a payment.
package paypage

import (
	"html/template"
	"net/http"

	"github.com/gin-gonic/gin"
)

// Surface serves the pages. It is safe for concurrent use.
type Surface struct{}

// New makes the surface.
func New() Surface { return Surface{} }

type page struct{ Title, Text string }

var pages = map[string]page{
	"/thanks": {"Terima kasih", "Pembayaran Anda sedang diproses. Silakan kembali ke aplikasi atau situs penjual."},
	"/ovo":    {"Buka aplikasi OVO", "Kami mengirim permintaan pembayaran ke ponsel Anda. Buka aplikasi OVO dan setujui dalam 55 detik."},
}

var layout = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
</main>
</body>
</html>
`))

// Routes mounts the pages below /pay.
func (Surface) Routes(r gin.IRouter) {
	for path, content := range pages {
		r.GET(path, func(c *gin.Context) { show(c, content) })
	}
}

func show(c *gin.Context, content page) {
	h := c.Writer.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	c.Status(http.StatusOK)
	// An error means that the browser has hung up.
	_ = layout.Execute(c.Writer, content)
}
