package words

import (
	"strings"

	"gateway/domain/text"
)

// Unicode characters that give the text between them a direction of its own. A text of a user never contains
// them, because the API refuses it.
const (
	IsolateBegin = "\u2068"
	IsolateEnd   = "\u2069"
)

// Isolated marks a text of a user as an argument of a sentence: it does not change the direction of the text
// around it, and a page puts it into an element of its own.
func Isolated(said string) string {
	return IsolateBegin + text.WithoutControls(said, text.MaxText) + IsolateEnd
}

// Bare returns a sentence without the characters of Isolated, for files.
func Bare(sentence string) string {
	return strings.NewReplacer(IsolateBegin, "", IsolateEnd, "").Replace(sentence)
}
