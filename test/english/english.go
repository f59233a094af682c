// Package english finds English in the text of Indonesian pages. Only tests may import it.
package english

import "regexp"

// words are words that an Indonesian page has only where a text was left in English: those that every English sentence
// is made of, and those of buttons and states.
var words = regexp.MustCompile(`(?i)\b(the|of|and|are|with|from|this|that|your|has|have|will|been|which|save|show|search|next|` +
	`cancel|approve|reject|failed|paid|settled|expired|delivered|exhausted|inactive|closed|amount|reason|people|security|` +
	`given up|log out|optional|rejected|approved|unknown|waiting|requested)\b`)

// around is how many bytes of the text an excerpt has on each side of a word.
const around = 30

// Excerpts returns each place where a text is English, with a few words around it.
func Excerpts(text string) (found []string) {
	for _, at := range words.FindAllStringIndex(text, -1) {
		found = append(found, text[max(0, at[0]-around):min(len(text), at[1]+around)])
	}
	return found
}
