package jsontext

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/shopspring/decimal"
)

// Appender appends itself as JSON. It returns an error for a value that json.Marshal could not encode either;
// the caller must not use the bytes then.
type Appender interface {
	AppendJSON(b []byte) ([]byte, error)
}

// Object writes an object. Field names are written as they are: they must need no escape. Make one with
// Begin, and get the bytes with End.
type Object struct {
	b   []byte
	err error
	any bool
}

// Begin begins an object after the given bytes.
func Begin(b []byte) Object { return Object{b: append(b, '{')} }

// End ends the object. It returns the error of the first field that can't be encoded.
func (o *Object) End() ([]byte, error) { return append(o.b, '}'), o.err }

func (o *Object) name(name string) {
	if o.any {
		o.b = append(o.b, ',')
	}
	o.any = true
	o.b = append(append(append(o.b, '"'), name...), '"', ':')
}

// Int writes an integer.
func (o *Object) Int(name string, v int64) {
	o.name(name)
	o.b = strconv.AppendInt(o.b, v, 10)
}

// Bool writes a boolean.
func (o *Object) Bool(name string, v bool) {
	o.name(name)
	o.b = strconv.AppendBool(o.b, v)
}

// String writes a string.
func (o *Object) String(name, v string) {
	o.name(name)
	o.b = AppendString(o.b, v)
}

// Decimal writes a number.
func (o *Object) Decimal(name string, v decimal.Decimal) {
	o.name(name)
	o.b = AppendDecimal(o.b, v)
}

// Time writes a time as RFC 3339. It records an error for a year that this format can't represent.
func (o *Object) Time(name string, v time.Time) {
	o.name(name)
	o.append(func(b []byte) ([]byte, error) {
		b, err := v.AppendText(append(b, '"'))
		return append(b, '"'), err
	})
}

// Raw writes JSON that was checked before, null for nil.
func (o *Object) Raw(name string, v json.RawMessage) {
	o.name(name)
	o.b = AppendRaw(o.b, v)
}

// Value writes a value that appends itself.
func (o *Object) Value(name string, v Appender) {
	o.name(name)
	o.append(v.AppendJSON)
}

// Other writes any other value by encoding/json.
func (o *Object) Other(name string, v any) {
	o.name(name)
	o.append(func(b []byte) ([]byte, error) {
		text, err := json.Marshal(v)
		return append(b, text...), err
	})
}

func (o *Object) append(write func([]byte) ([]byte, error)) {
	b, err := write(o.b)
	o.b = b
	if o.err == nil {
		o.err = err
	}
}

// Optional writes the value that a pointer points to with write, such as (*Object).Int, and null for nil.
func Optional[T any](o *Object, name string, v *T, write func(o *Object, name string, v T)) {
	if v == nil {
		o.name(name)
		o.b = append(o.b, "null"...)
		return
	}
	write(o, name, *v)
}

// Array appends a list as an array, [] if it is empty.
type Array[T Appender] []T

// AppendJSON implements Appender.
func (a Array[T]) AppendJSON(b []byte) (_ []byte, err error) {
	b = append(b, '[')
	for i, v := range a {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = v.AppendJSON(b); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}
