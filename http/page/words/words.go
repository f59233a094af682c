// Package words has the words of the console's pages. A text has all languages side by side, so
// a missing one does not compile. Words about why something waits are in package domain/why.
package words

import "fmt"

// Language of a page.
type Language string

// The languages.
const (
	Indonesian Language = "id"
	English    Language = "en"
)

// Text is a text in each language. Its verbs are those of package fmt.
type Text struct{ Indonesian, English string }

// In gives the text in a language, with the arguments for its verbs.
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

// Parse gives the language of a code.
func Parse(code string) (Language, bool) {
	l := Language(code)
	return l, l == Indonesian || l == English
}
