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

// appendLine appends the line of an event, byte for byte as encoding/json writes lineOf without
// escapes for HTML. It is called for every event of the log. Error: a time that has no form in
// JSON.
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

// appendMember appends a further member, unless the text is empty.
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
	from, ascii := 0, true // what comes before from is appended
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

// isPlain reports whether encoding/json leaves a text beyond ASCII as it is: it escapes the two
// line separators of Unicode, and replaces what is not UTF-8.
func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsAny(text, "\u2028\u2029")
}

func encodedText(text string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // of a string it never fails
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func appendUUID(b []byte, id uuid.UUID) []byte {
	text, _ := id.MarshalText() // never fails
	return append(b, text...)
}
