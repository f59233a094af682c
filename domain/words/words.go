// Package words has the words of the console's pages. A text has all languages side by side, so that a missing
// one does not compile. The words for why something waits are in package domain/why.
package words

import "fmt"

// Language is the language of a page.
type Language string

// The languages.
const (
	Indonesian Language = "id"
	English    Language = "en"
)

// Text is a text in each language. It may contain verbs of package fmt.
type Text struct{ Indonesian, English string }

// In returns the text in a language, with the arguments for its verbs.
func (t Text) In(language Language, args ...any) string {
	text := t.English
	if language == Indonesian {
		text = t.Indonesian
	}
	if len(args) > 0 {
		return fmt.Sprintf(text, args...)
	}
	return text
}

// Parse returns the language with the code.
func Parse(code string) (Language, bool) {
	l := Language(code)
	return l, l == Indonesian || l == English
}
