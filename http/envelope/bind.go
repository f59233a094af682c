package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gateway/domain"
)

// Lengths of strings in characters, unless a field says otherwise with `max`.
const (
	MaxString = 255
	MaxURL    = 2_048
	MaxText   = 10_000
	// MaxObject is the size of a free object (metadata, transaction_log) in bytes.
	MaxObject = 16 << 10
)

// Parse reads a JSON object into a T, strictly. A field of T is named by its `json` tag,
// and required unless that says omitempty; its `bind` tag may say `max=N` (characters,
// for strings), `text` (line breaks are allowed), `object` (for json.RawMessage) and
// `near=a|b` (names in such an object that mean something, for X-Ignored). The types
// generated from the description have these tags. Fields that T does not have are
// ignored, as is a null for an optional field. Every error is a 400 that names the fields
// that are wrong, all of them (domain.Together); the other fields are set even so, for
// further checks.
func Parse[T any](raw []byte) (T, error) {
	var request T
	fields, err := object(raw)
	if err != nil {
		return request, err
	}
	target := reflect.ValueOf(&request).Elem()
	var wrong []error
	for _, f := range fieldsOf(target.Type()) {
		if err := f.set(target.Field(f.index), fields[f.name]); err != nil {
			target.Field(f.index).SetZero()
			wrong = append(wrong, named(err, f.name))
		}
	}
	return request, domain.Together(wrong...)
}

// field is how one field of a request is read.
type field struct {
	index    int
	name     string
	required bool
	text     bool
	object   bool
	// near are the names in an object of the client's own that mean something to the gateway.
	near []string
	max  int
}

var fieldsByType sync.Map // reflect.Type -> []field

func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldsByType.Load(t); ok {
		return known.([]field)
	}
	var all []field
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		f := field{index: i, name: name, required: options != "omitempty", max: MaxString}
		for _, rule := range strings.Split(t.Field(i).Tag.Get("bind"), ",") {
			key, value, _ := strings.Cut(rule, "=")
			switch key {
			case "text":
				f.text = true
			case "object":
				f.object = true
			case "near":
				f.near = strings.Split(value, "|")
			case "max":
				f.max, _ = strconv.Atoi(value) // a constant of ours
			}
		}
		all = append(all, f)
	}
	fieldsByType.Store(t, all)
	return all
}

var null = []byte("null")

func (f field) set(target reflect.Value, raw json.RawMessage) error {
	if raw == nil && f.required {
		return domain.InvalidField("", "is required")
	}
	// A null for an optional field counts as absent.
	if raw == nil || bytes.Equal(raw, null) && !f.required {
		return nil
	}
	if bytes.Equal(raw, null) {
		return domain.InvalidField("", "must not be null")
	}
	if f.object {
		return setObject(target, raw)
	}
	if err := json.Unmarshal(raw, target.Addr().Interface()); err != nil {
		return wrongType(err, target.Type())
	}
	return f.check(target)
}

func setObject(target reflect.Value, raw json.RawMessage) error {
	if raw[0] != '{' {
		return domain.InvalidField("", "must be an object")
	}
	if len(raw) > MaxObject {
		return domain.InvalidField("", "may have at most %d bytes", MaxObject)
	}
	if bytes.Contains(raw, []byte(`\u0000`)) {
		return domain.InvalidField("", "must not contain NUL")
	}
	target.SetBytes(bytes.Clone(raw))
	return nil
}

// check checks a string, and every string that a pointer or slice holds.
func (f field) check(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return f.check(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := f.check(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.String:
		return f.checkString(v.String())
	}
	return nil
}

func (f field) checkString(s string) error {
	if f.required && strings.TrimSpace(s) == "" {
		return domain.InvalidField("", "is required")
	}
	if utf8.RuneCountInString(s) > f.max {
		return domain.InvalidField("", "may have at most %d characters", f.max)
	}
	for _, r := range s {
		if r < ' ' && (!f.text || r != '\n' && r != '\r' && r != '\t') || r == 0x7f {
			return domain.InvalidField("", "must not contain control characters")
		}
	}
	return nil
}

func wrongType(err error, t reflect.Type) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	wanted := map[reflect.Kind]string{
		reflect.String: "a string", reflect.Bool: "true or false", reflect.Slice: "an array",
		reflect.Int64: "an integer", reflect.Int: "an integer",
	}[t.Kind()]
	if wanted == "" {
		wanted = "of another type"
	}
	return domain.InvalidField("", "must be %s", wanted)
}

// named sets the field of a refusal that has none.
func named(err error, name string) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Field == "" {
		named := *refusal
		named.Field = name
		return &named
	}
	return err
}
