package backup

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
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

// readLine reads a line. It scans events in the form that this program writes, and falls back to
// encoding/json, which takes several times as long, for any other form.
func readLine(text []byte) (l line, err error) {
	if l, ok := scanLine(text); ok {
		return l, nil
	}
	err = json.Unmarshal(text, &l)
	return l, err
}

// scanLine reads the line of an event in the form that appendLine writes.
func scanLine(text []byte) (l line, ok bool) {
	s := lineScanner{rest: text}
	var p eventstore.Position
	s.expect(`{"position":{"commit":`)
	p.Commit = s.number()
	s.expect(`,"prepare":`)
	p.Prepare = s.number()
	s.expect(`},"stream":`)
	l.Stream = string(s.text())
	s.expect(`,"revision":`)
	l.Revision = s.number()
	s.expect(`,"id":`)
	id, err := uuid.ParseBytes(s.text())
	s.failed = s.failed || err != nil
	s.expect(`,"type":`)
	l.Type = string(s.text())
	s.expect(`,"data":`)
	l.Data = string(s.text())
	if s.accept(`,"metadata":`) {
		l.Metadata = string(s.text())
	}
	s.expect(`,"created":`)
	err = l.Created.UnmarshalText(s.text())
	s.failed = s.failed || err != nil || l.Created.Location() != time.UTC
	s.expect(`}`)
	if s.failed || len(s.rest) > 0 {
		return line{}, false
	}
	l.Position, l.ID = &p, id
	return l, true
}

// lineScanner fails on every other form. The caller must then ignore what was read so far.
type lineScanner struct {
	rest   []byte
	failed bool
	// unescaped holds the last text with escapes.
	unescaped []byte
}

func (s *lineScanner) accept(token string) bool {
	if len(s.rest) < len(token) || string(s.rest[:len(token)]) != token {
		return false
	}
	s.rest = s.rest[len(token):]
	return true
}

func (s *lineScanner) expect(token string) { s.failed = !s.accept(token) || s.failed }

// number reads a JSON integer.
func (s *lineScanner) number() int64 {
	n := 0
	for n < len(s.rest) && (s.rest[n] == '-' || s.rest[n] >= '0' && s.rest[n] <= '9') {
		n++
	}
	v, err := strconv.ParseInt(string(s.rest[:n]), 10, 64)
	// JSON has no 007, and -0 would be written back as 0.
	s.failed = s.failed || err != nil || strconv.FormatInt(v, 10) != string(s.rest[:n])
	s.rest = s.rest[n:]
	return v
}

// text reads a string whose only escapes are \" and \\. The bytes are valid until the next call.
func (s *lineScanner) text() []byte {
	if !s.accept(`"`) {
		s.failed = true
		return nil
	}
	s.unescaped = s.unescaped[:0]
	from, ascii := 0, true // everything before from is in unescaped
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			text := s.rest[from:i]
			if from > 0 {
				s.unescaped = append(s.unescaped, text...)
				text = s.unescaped
			}
			s.rest = s.rest[i+1:]
			s.failed = s.failed || !ascii && !utf8.Valid(text)
			return text
		case c == '\\':
			if i+1 == len(s.rest) || s.rest[i+1] != '"' && s.rest[i+1] != '\\' {
				s.failed = true
				return nil
			}
			s.unescaped = append(s.unescaped, s.rest[from:i]...)
			from, i = i+1, i+1
		case c < ' ':
			s.failed = true
			return nil
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	s.failed = true
	return nil
}
