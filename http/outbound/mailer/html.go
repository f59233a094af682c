package mailer

import (
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"gateway/domain/brand"
)

// ownColour is that of a mail of an operator without a colour, as in the tokens of the pages.
const ownColour = "#3443c4"

// letters holds the frame of the HTML part of all mails.
//
//go:embed templates/letter.html
var letters embed.FS

var letter = template.Must(template.ParseFS(letters, "templates/letter.html"))

// letterContent is the data of the frame.
type letterContent struct {
	Brand   brand.Brand
	Colour  string
	Subject string
	Sandbox bool
	// Paragraphs are made of lines, and these of pieces.
	Paragraphs [][]line
}

// line is a line of the text. Listed is true of a fact or a thing of a list, which has a line of its own; other lines flow.
type line struct {
	Pieces []piece
	Listed bool
}

// piece is a part of a line. Link is true of an address of the gateway, the only one that becomes a link.
type piece struct {
	Text string
	Link bool
}

// html writes the HTML part of a mail from its text, so that both say the same. It loads nothing, and only addresses of the
// gateway are links.
func (w Writer) html(m Message) (string, error) {
	data := letterContent{
		Brand: w.Brand, Colour: cmp.Or(w.Brand.Colour, ownColour), Subject: m.Subject, Sandbox: w.Sandbox,
	}
	for paragraph := range strings.SplitSeq(m.Text, "\n\n") {
		var lines []line
		for text := range strings.Lines(strings.Trim(paragraph, "\n")) {
			lines = append(lines, w.lineOf(strings.TrimSuffix(text, "\n")))
		}
		if len(lines) > 0 {
			data.Paragraphs = append(data.Paragraphs, lines)
		}
	}
	var out strings.Builder
	if err := letter.Execute(&out, data); err != nil {
		return "", fmt.Errorf("HTML of a mail: %w", err)
	}
	return out.String(), nil
}

func (w Writer) lineOf(text string) line {
	bare := strings.TrimLeft(text, " ")
	l := line{Listed: bare != text || strings.HasPrefix(bare, "- ")}
	for i, word := range strings.Split(bare, " ") {
		if i > 0 {
			word = " " + word
		}
		link := w.isOwn(strings.TrimLeft(word, " "))
		if last := len(l.Pieces) - 1; !link && last >= 0 && !l.Pieces[last].Link {
			l.Pieces[last].Text += word
			continue
		}
		if link && i > 0 {
			l.Pieces = append(l.Pieces, piece{Text: " "})
			word = strings.TrimLeft(word, " ")
		}
		l.Pieces = append(l.Pieces, piece{Text: word, Link: link})
	}
	return l
}

// isOwn reports whether a word is an address of the gateway.
func (w Writer) isOwn(word string) bool {
	place := w.Links.URL
	return place != "" && (word == place || strings.HasPrefix(word, place+"/"))
}
