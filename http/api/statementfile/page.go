package statementfile

import (
	"strconv"
	"strings"

	"gateway/domain/text"
	"gateway/domain/words"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// All lengths are millimetres; font sizes are points.
const (
	margin    = 12
	pageWidth = 210 - 2*margin
	typeface  = "Go"
	body      = 8
	small     = 6.5
	heading   = 11
	title     = 18
	// pages is a placeholder for the number of pages.
	pages = "{pages}"
)

// The two greys, and the blue of rules and of the title.
type colour [3]int

var (
	ink    = colour{31, 35, 40}
	faint  = colour{110, 118, 129}
	accent = colour{27, 79, 143}
	shade  = colour{244, 246, 249}
)

// page writes a document of tables page by page.
type page struct {
	*fpdf.Fpdf
	language language
}

// newPage starts an A4 document. The foot of each page has the footer and the page number, and the operator's foot above them, if any.
func newPage(l language, footer, operator string) page {
	p := page{fpdf.New("P", "mm", "A4", ""), l}
	p.SetCatalogSort(true) // so that the same statement always gives the same file
	p.AddUTF8FontFromBytes(typeface, "", goregular.TTF)
	p.AddUTF8FontFromBytes(typeface, "B", gobold.TTF)
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, 16)
	p.AliasNbPages(pages)
	p.SetFooterFunc(func() {
		if operator != "" {
			p.SetY(-15.5)
			p.line("", small, faint, operator)
		}
		p.SetY(-12)
		p.font("", small, faint)
		p.CellFormat(pageWidth-40, 5, footer, "", 0, "L", false, 0, "")
		number := l.say(words.Statement.Page) + " " + strconv.Itoa(p.PageNo()) + " " + l.say(words.Statement.Of) + " " + pages
		p.CellFormat(40, 5, number, "", 0, "R", false, 0, "")
	})
	p.AddPage()
	return p
}

func (p page) font(style string, size float64, c colour) {
	p.SetFont(typeface, style, size)
	p.SetTextColor(c[0], c[1], c[2])
}

// line writes one line of text.
func (p page) line(style string, size float64, c colour, text string) {
	p.font(style, size, c)
	p.CellFormat(pageWidth, size*0.55, p.shortened(text, pageWidth), "", 1, "L", false, 0, "")
}

// paragraph writes a text on as many lines as it needs. A word that is longer than a line is broken.
func (p page) paragraph(style string, size float64, c colour, text string) {
	p.font(style, size, c)
	p.MultiCell(pageWidth, size*0.55, cleaned(text), "", "L", false)
}

// section writes the heading of a table. It starts a new page if the first rows would not fit.
func (p page) section(text string) {
	p.Ln(5)
	if _, height := p.GetPageSize(); p.GetY() > height-45 {
		p.AddPage()
	}
	p.line("B", heading, ink, text)
	p.Ln(1)
}

// cleaned drops what a page can't show: control characters and those that change the direction of writing. It also keeps a
// client's text from containing the placeholder for the number of pages.
func cleaned(written string) string {
	return strings.ReplaceAll(text.Cleaned(written, text.MaxText), pages, "(pages)")
}

// shortened returns as much of a cleaned text as fits into the width in the current font.
func (p page) shortened(written string, width float64) string {
	const dots = "…"
	written = cleaned(written)
	if p.GetStringWidth(written) <= width {
		return written
	}
	all := []rune(written)
	for len(all) > 0 && p.GetStringWidth(string(all)+dots) > width {
		all = all[:len(all)-1]
	}
	return string(all) + dots
}
