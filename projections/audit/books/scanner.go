package books

import "unicode/utf8"

// scanner reads JSON as encoding/json writes it: valid, compact, keys in lower case.
// It gives up (fail) on escapes, spaces and whatever else it was not made for; what
// it read so far is not to be used then.
type scanner struct {
	text   []byte
	at     int
	failed bool
	names  *decoder
}

// ok reports whether all of the text was read.
func (s *scanner) ok() bool { return !s.failed && s.at == len(s.text) }

func (s *scanner) fail(does bool) {
	if does {
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

func (s *scanner) expect(c byte) { s.fail(!s.accept(c)) }

// object gives each key to field, which reads its value.
func (s *scanner) object(field func(key []byte)) {
	s.expect('{')
	if s.accept('}') {
		return
	}
	for !s.failed {
		key := s.string()
		for _, c := range key {
			// encoding/json takes other letter case for the same key.
			s.fail(c >= 'A' && c <= 'Z' && key[0] != '$')
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
			s.fail(!ascii && !utf8.Valid(text))
			return text
		case c == '\\' || c < ' ':
			s.fail(true)
			return nil
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	s.fail(true)
	return nil
}

// skip passes over any value.
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

// skipString ends on the closing quote.
func (s *scanner) skipString() {
	for s.at++; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '"':
			return
		case '\\':
			s.at++
		}
	}
	s.fail(true)
}
