package page

import (
	"html/template"
	"regexp"
	"strings"
	"unicode"

	"gateway/domain/words"
)

// quoted finds the texts of users in a sentence of the API, such as the subject of an approval. The sentence
// quotes them as Go does.
var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// bdi returns a sentence of the gateway as HTML. It puts each text of a user, which is quoted or isolated
// (words.Isolated), into an element of its own, so that a text in a right-to-left script does not change the
// order of its surroundings.
func bdi(text string) template.HTML {
	var out strings.Builder
	for text != "" {
		before, rest, found := strings.Cut(text, words.IsolateBegin)
		out.WriteString(withQuotes(before))
		inside, after, closed := strings.Cut(rest, words.IsolateEnd)
		switch {
		case !found:
			text = ""
		case !closed: // an old text may contain the character by itself
			text = rest
		default:
			out.WriteString("<bdi>" + template.HTMLEscapeString(inside) + "</bdi>")
			text = after
		}
	}
	return template.HTML(out.String()) //nolint:gosec // each part is escaped
}

// alone is bdi for the text of a cell, which may come from a user as a whole. It skips texts in Latin letters,
// which need no element of their own.
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
