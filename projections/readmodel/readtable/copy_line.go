package readtable

import (
	"encoding/json"
	"time"

	"github.com/shopspring/decimal"
)

// appendLine appends a row as a line of COPY's text format.
func appendLine(a []byte, values []any) []byte {
	for i, v := range values {
		if i > 0 {
			a = append(a, '\t')
		}
		a = appendField(a, v)
	}
	return append(a, '\n')
}

// appendField appends one field of a line. It accepts the same types as appendElement.
func appendField(a []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(a, `\N`...)
	case string:
		return appendEscaped(a, v)
	case json.RawMessage:
		if v == nil {
			return append(a, "null"...)
		}
		return appendEscaped(a, v)
	case *decimal.Decimal:
		return appendFieldOf(a, v)
	case *time.Time:
		return appendFieldOf(a, v)
	case *bool:
		return appendFieldOf(a, v)
	case *string:
		return appendFieldOf(a, v)
	}
	return appendElement(a, value) // a number, a boolean or a time, which needs no quotes
}

func appendFieldOf[T any](a []byte, p *T) []byte {
	if p == nil {
		return append(a, `\N`...)
	}
	return appendField(a, *p)
}

// appendEscaped leaves out NUL, as appendQuoted does.
func appendEscaped[T ~string | ~[]byte](a []byte, s T) []byte {
	from := 0 // everything before it is appended
	for i := range len(s) {
		escape := byte(0)
		switch s[i] {
		case 0:
			a, from = append(a, s[from:i]...), i+1
			continue
		case '\\':
			escape = '\\'
		case '\n':
			escape = 'n'
		case '\r':
			escape = 'r'
		case '\t':
			escape = 't'
		default:
			continue
		}
		a, from = append(append(a, s[from:i]...), '\\', escape), i+1
	}
	return append(a, s[from:]...)
}
