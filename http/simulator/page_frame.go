package simulator

import (
	"html/template"
	"net/http"

	"github.com/sirupsen/logrus"
)

const frame = `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<p class="ribbon"><strong>Mode uji coba:</strong> bukan uang sungguhan.</p>
<main class="narrow">
{{template "main" .Data}}
</main>
<footer>Penyedia pembayaran tiruan milik gateway ini</footer>
</body>
</html>
`

// Page is a page in the form of the customers' pages, without a script.
type Page struct {
	title string
	text  *template.Template
}

// NewPage makes a Page. main is a template of its content; NewPage panics if it is none.
func NewPage(title, main string) *Page {
	text := template.Must(template.New("frame").Parse(frame))
	template.Must(text.New("main").Parse(main))
	return &Page{title, text}
}

// Write sends the page with the content that the data make.
func (p *Page) Write(w http.ResponseWriter, log logrus.FieldLogger, data any) {
	renderPage(w, log, p.text, http.StatusOK, struct {
		Title string
		Style template.CSS
		Data  any
	}{p.title, template.CSS(pageStyle), data})
}
