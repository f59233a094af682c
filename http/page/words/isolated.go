package words

import (
	"strings"

	"gateway/domain/text"
)

// The signs of Unicode between which a text has a direction of its own. No text of people brings one: the border refuses
// it.
const (
	IsolateBegin = "\u2068"
	IsolateEnd   = "\u2069"
)

// Isolated gives a text of people as an argument of a sentence: it turns the direction of nothing around it,
// and a page makes an element of it.
func Isolated(said string) string {
	return IsolateBegin + text.WithoutControls(said, text.MaxText) + IsolateEnd
}

// Bare gives a sentence without the signs of Isolated, for files.
func Bare(sentence string) string {
	return strings.NewReplacer(IsolateBegin, "", IsolateEnd, "").Replace(sentence)
}
