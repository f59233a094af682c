package callback

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxAnswer is how many bytes of an answer are kept.
	MaxAnswer = 1024
	// AnswersKept is how long an answer is kept. It may hold personal data.
	AnswersKept = 30 * 24 * time.Hour
)

// ShownAnswer returns an answer as text that can be stored, sent and shown. What is not printable stands as \xNN or \uNNNN:
// bytes that are no UTF-8, control characters but newlines and tabs, and characters that change the direction of a text.
func ShownAnswer(answer string) string {
	var out strings.Builder
	for len(answer) > 0 {
		r, size := utf8.DecodeRuneInString(answer)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, answer[0])
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			out.WriteString(answer[:size])
		case r <= unicode.MaxLatin1:
			fmt.Fprintf(&out, `\x%02x`, r)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		answer = answer[size:]
	}
	return out.String()
}
