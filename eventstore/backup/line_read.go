package backup

import (
	"encoding/json"
	"strconv"
	"time"
	"unicode/utf8"

	"gateway/eventstore"

	"github.com/google/uuid"
)

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
