package page

import (
	"html/template"
	"regexp"
	"strings"
	"unicode"

	"gateway/http/page/words"
)

// quoted finds a text of people in a sentence of the API, such as what an approval is about, which quotes them as Go does.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// bdi gives a sentence of ours as HTML. The texts of people in it, which are quoted or isolated
// (words.Isolated), each stand in an element of their own, so that one that is written from right to left turns
// nothing round it.
func bdi(text string) template.HTML {
	var out strings.Builder
	for text != "" {
		before, rest, found := strings.Cut(text, words.IsolateBegin)
		out.WriteString(withQuotes(before))
		inside, after, closed := strings.Cut(rest, words.IsolateEnd)
		switch {
		case !found:
			text = ""
		case !closed: // the sign of an older text
			text = rest
		default:
			out.WriteString("<bdi>" + template.HTMLEscapeString(inside) + "</bdi>")
			text = after
		}
	}
	return template.HTML(out.String()) //nolint:gosec // each part is escaped
}

// alone is bdi for a text that is a cell, which may be one of people as a whole. Latin letters alone turn nothing.
func alone(text string) template.HTML {
	html := bdi(text)
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		html = "<bdi>" + html + "</bdi>"
	}
	return html
}

func withQuotes(text string) string {
	var out strings.Builder
	for text != "" {
		at := quoted.FindStringIndex(text)
		if at == nil {
			break
		}
		out.WriteString(template.HTMLEscapeString(text[:at[0]]))
		out.WriteString("&#34;<bdi>" + template.HTMLEscapeString(text[at[0]+1:at[1]-1]) + "</bdi>&#34;")
		text = text[at[1]:]
	}
	return out.String() + template.HTMLEscapeString(text)
}
