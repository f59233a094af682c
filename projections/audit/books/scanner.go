package books

import "unicode/utf8"

// scanner reads JSON as encoding/json writes it: valid, compact, with keys in lower case. It fails on
// escapes, spaces and every other form. After a failure, the caller must discard the values read so far.
type scanner struct {
	text   []byte
	at     int
	failed bool
	names  *decoder
}

// ok reports whether the whole text was read.
func (s *scanner) ok() bool { return !s.failed && s.at == len(s.text) }

func (s *scanner) failIf(condition bool) {
	if condition {
		s.failed, s.at = true, len(s.text)
	}
}

func (s *scanner) accept(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *scanner) expect(c byte) { s.failIf(!s.accept(c)) }

// object calls field with each key; field must read the value.
func (s *scanner) object(field func(key []byte)) {
	s.expect('{')
	if s.accept('}') {
		return
	}
	for !s.failed {
		key := s.string()
		for _, c := range key {
			// encoding/json would also accept this key in place of the lower-case one.
			s.failIf(c >= 'A' && c <= 'Z' && key[0] != '$')
		}
		s.expect(':')
		field(key)
		if !s.accept(',') {
			break
		}
	}
	s.expect('}')
}

func (s *scanner) array(element func()) {
	s.expect('[')
	if s.accept(']') {
		return
	}
	for !s.failed {
		element()
		if !s.accept(',') {
			break
		}
	}
	s.expect(']')
}

// string reads a string without escapes.
func (s *scanner) string() []byte {
	s.expect('"')
	ascii := true
	for from := s.at; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			text := s.text[from : s.at-1]
			s.failIf(!ascii && !utf8.Valid(text))
			return text
		case c == '\\' || c < ' ':
			s.failIf(true)
			return nil
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	s.failIf(true)
	return nil
}

// skip passes over a value of any type.
func (s *scanner) skip() {
	depth := 0
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			if s.skipString(); s.failed {
				return
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
		case ',':
			if depth == 0 {
				return
			}
		}
	}
}

// skipString skips to the closing quote.
func (s *scanner) skipString() {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			return
		case '\\':
			s.at++
		}
	}
	s.failIf(true)
}
