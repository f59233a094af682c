package backup

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"gateway/eventstore"

	"github.com/google/uuid"
)

// appendLine appends the line of an event, byte for byte as encoding/json writes lineOf without HTML escapes.
// It is called for every event of the log. It returns an error for a time that JSON can't represent.
func appendLine(b []byte, r eventstore.Recorded) (_ []byte, err error) {
	b = strconv.AppendInt(append(b, `{"position":{"commit":`...), r.Position.Commit, 10)
	b = append(strconv.AppendInt(append(b, `,"prepare":`...), r.Position.Prepare, 10), '}')
	b = appendMember(b, "stream", r.Stream)
	b = strconv.AppendInt(append(b, `,"revision":`...), r.Revision, 10)
	if r.ID != uuid.Nil {
		b = append(appendUUID(append(b, `,"id":"`...), r.ID), '"')
	}
	b = appendMember(b, "type", r.Type)
	b = appendMember(b, "data", r.Data)
	b = appendMember(b, "metadata", r.Metadata)
	if at := r.BookedAt.UTC(); !at.IsZero() {
		if b, err = at.AppendText(append(b, `,"created":"`...)); err != nil {
			return nil, err
		}
		b = append(b, '"')
	}
	return append(b, '}', '\n'), nil
}

// appendMember appends one more member, unless the text is empty.
func appendMember[T ~string | ~[]byte](b []byte, name string, text T) []byte {
	if len(text) == 0 {
		return b
	}
	b = append(append(append(b, `,"`...), name...), `":`...)
	return appendText(b, text)
}

func appendText[T ~string | ~[]byte](b []byte, text T) []byte {
	start := len(b)
	b = append(b, '"')
	from, ascii := 0, true // everything before from is appended
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b, from = append(append(b, text[from:i]...), '\\'), i
		case c < ' ':
			return append(b[:start], encodedText(string(text))...)
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	if !ascii && !isPlain(string(text)) {
		return append(b[:start], encodedText(string(text))...)
	}
	return append(append(b, text[from:]...), '"')
}

// isPlain reports whether encoding/json leaves a non-ASCII text unchanged. It does not if the text has one of
// the two line separators of Unicode, which it escapes, or invalid UTF-8, which it replaces.
func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsAny(text, "\u2028\u2029")
}

func encodedText(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // never fails for a string
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func appendUUID(b []byte, id uuid.UUID) []byte {
	text, _ := id.MarshalText() // never fails
	return append(b, text...)
}
