package jsontext

import (
	"encoding/json"

	"github.com/shopspring/decimal"
)

const hex = "0123456789abcdef"

// AppendString appends a string as json.Marshal does, which also escapes <, > and &.
func AppendString(b []byte, s string) []byte {
	start := len(b)
	b, from := append(b, '"'), 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 {
			text, _ := json.Marshal(s) // never fails for a string
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

// safe marks the ASCII characters that need no escape.
var safe = func() (safe [0x80]bool) {
	for c := range byte(0x80) {
		safe[c] = c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
	}
	return safe
}()

// AppendDecimal appends a number as v.String() writes it. A number of at most 18 digits, as all amounts are,
// is written without the arithmetic of large numbers.
func AppendDecimal(b []byte, v decimal.Decimal) []byte {
	const most = 18 // every number with this many digits fits an int64
	places := int(-v.Exponent())
	if places < 0 || places > most || v.NumDigits() > most {
		return append(b, v.String()...)
	}
	n := v.CoefficientInt64()
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	for ; places > 0 && n%10 == 0; places-- { // drop zeros at the end of the fraction
		n /= 10
	}
	var text [most + 2]byte // the digits, a point, and a zero before it
	at := len(text)
	for digits := 0; n > 0 || digits <= places; digits++ {
		if digits == places && places > 0 {
			at--
			text[at] = '.'
		}
		at--
		text[at], n = byte('0'+n%10), n/10
	}
	return append(b, text[at:]...)
}

// AppendRaw appends JSON that was checked before, as json.Marshal appends a json.RawMessage: without white
// space between values, and with <, >, & and the two line separators of Unicode escaped. It appends null for
// nil.
func AppendRaw(b []byte, raw json.RawMessage) []byte {
	if raw == nil {
		return append(b, "null"...)
	}
	from, inString := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '\\':
			i++ // the escaped character neither ends the string nor is one of those below
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
