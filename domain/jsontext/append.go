package jsontext

import (
	"encoding/json"

	"github.com/shopspring/decimal"
)

const hex = "0123456789abcdef"

// AppendString appends a string as json.Marshal does, which escapes <, > and &, too.
func AppendString(b []byte, s string) []byte {
	start := len(b)
	b, from := append(b, '"'), 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 {
			text, _ := json.Marshal(s) // of a string it never fails
			return append(b[:start], text...)
		}
		if safe[c] {
			continue
		}
		b, from = append(b, s[from:i]...), i+1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}

// safe are the characters of ASCII that need no escape.
var safe = func() (safe [0x80]bool) {
	for c := range byte(0x80) {
		safe[c] = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return safe
}()

// AppendDecimal appends a number, without zeros at the end of its fraction.
func AppendDecimal(b []byte, v decimal.Decimal) []byte { return append(b, v.String()...) }

// AppendRaw appends JSON that was checked before, as json.Marshal does with a json.RawMessage:
// without white space around its values, with <, >, & and the two line separators of Unicode
// escaped. It appends null for nil.
func AppendRaw(b []byte, raw json.RawMessage) []byte {
	if raw == nil {
		return append(b, "null"...)
	}
	from, inString := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '\\':
			i++ // the escaped character is neither the end of the string nor one of those below
		case '"':
			inString = !inString
		case ' ', '\t', '\r', '\n':
			if !inString {
				b, from = append(b, raw[from:i]...), i+1
			}
		case '<', '>', '&':
			b, from = append(append(b, raw[from:i]...), '\\', 'u', '0', '0', hex[c>>4], hex[c&15]), i+1
		case 0xe2:
			if i+2 < len(raw) && raw[i+1] == 0x80 && raw[i+2]&^1 == 0xa8 {
				b, from = append(append(b, raw[from:i]...), '\\', 'u', '2', '0', '2', hex[raw[i+2]&15]), i+3
				i += 2
			}
		}
	}
	return append(b, raw[from:]...)
}
