package envelope

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"gateway/domain"
	"gateway/domain/text"
)

// Maximum lengths of strings in characters, unless a field says otherwise with `max`.
const (
	MaxString = 255
	MaxURL    = 2_048
	MaxText   = 10_000
	// MaxObject is the maximum size of a free object (metadata, transaction_log) in bytes.
	MaxObject = 16 << 10
)

// Parse reads a JSON object into a T, strictly. Every string in it, at any depth, must pass text.Border and is
// converted to NFC.
//
// The `json` tag names a field of T; the field is required unless the tag says omitempty. The `bind` tag may say
//   - `max=N`: the maximum length in characters, for strings;
//   - `text`: line breaks are allowed;
//   - `stored`: the string is compared with a stored one, so it keeps its form;
//   - `bytes`: the string keeps all its bytes, as a password must;
//   - `object`: for a json.RawMessage whose texts are the client's own;
//   - `near=a|b`: names in such an object that mean something to the gateway, for X-Ignored.
//
// The types that are generated from the description have these tags. Fields that T does not have are ignored,
// and so is a null for an optional field. Every error is a 400 that names all wrong fields (domain.Together);
// the other fields are set all the same, for further checks. A field of an object in an array is named with its
// place, such as rules[2].kind.
func Parse[T any](raw []byte) (T, error) {
	var request T
	fields, err := object(raw)
	if err != nil {
		return request, err
	}
	return request, setFields(reflect.ValueOf(&request).Elem(), fields)
}

// setFields sets the fields of a struct. Its error names all that are wrong.
func setFields(target reflect.Value, fields map[string]json.RawMessage) error {
	var wrong []error
	for _, f := range fieldsOf(target.Type()) {
		if err := f.set(target.Field(f.index), fields[f.name]); err != nil {
			target.Field(f.index).SetZero()
			wrong = append(wrong, named(err, f.name))
		}
	}
	return domain.Together(wrong...)
}

// field says how to read one field of a request.
type field struct {
	index    int
	name     string
	required bool
	text     bool
	stored   bool
	bytes    bool
	object   bool
	// near are names in the client's own object that mean something to the gateway.
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
			case "stored":
				f.stored = true
			case "bytes":
				f.bytes = true
			case "object":
				f.object = true
			case "near":
				f.near = strings.Split(value, "|")
			case "max":
				f.max, _ = strconv.Atoi(value) // the tag is a constant in this repository
			}
		}
		all = append(all, f)
	}
	fieldsByType.Store(t, all)
	return all
}

var (
	null       = []byte("null")
	rawMessage = reflect.TypeFor[json.RawMessage]()
)

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
	if target.Type() == rawMessage {
		panic("the field " + f.name + " of a request is JSON without the rule object")
	}
	if isStruct(target.Type()) {
		return setStruct(target, raw, f.name)
	}
	if isObjects(target.Type()) {
		return setObjects(target, raw, f.name)
	}
	if err := json.Unmarshal(raw, target.Addr().Interface()); err != nil {
		return wrongType(err, target.Type())
	}
	if !f.bytes && hasHalfCharacter(raw) {
		return domain.InvalidField("", "must be valid UTF-8")
	}
	return f.check(target)
}

// isObjects reports whether a field is an array of objects, which have fields of their own.
func isObjects(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && isStruct(t.Elem())
}

// isStruct reports whether a field is an object, which has fields of its own.
func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && !reflect.PointerTo(t).Implements(unmarshaler)
}

// setStruct sets an object by the same rules as a request. name is that of the field.
func setStruct(target reflect.Value, raw json.RawMessage, name string) error {
	if raw[0] != '{' {
		return domain.InvalidField("", "must be an object")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return err
	}
	return domain.Within(name, setFields(target, fields))
}

// setObjects sets an array of objects, each by the same rules as a request. name is that of the field.
func setObjects(target reflect.Value, raw json.RawMessage, name string) error {
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil {
		return domain.InvalidField("", "must be an array")
	}
	target.Set(reflect.MakeSlice(target.Type(), len(parts), len(parts)))
	var wrong []error
	for i, part := range parts {
		place := name + "[" + strconv.Itoa(i) + "]"
		if part[0] != '{' {
			wrong = append(wrong, domain.InvalidField(place, "must be an object"))
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(part, &fields); err != nil {
			return err
		}
		wrong = append(wrong, domain.Within(place, setFields(target.Index(i), fields)))
	}
	return domain.Together(wrong...)
}

// hasHalfCharacter reports whether valid JSON escapes half of a UTF-16 surrogate pair without the other half.
// The decoder would silently replace it by U+FFFD.
func hasHalfCharacter(raw []byte) bool {
	for i := 0; i+5 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		half := unitAt(raw[i:])
		switch {
		case half < 0:
			i++ // skip the escaped character
		case !utf16.IsSurrogate(half):
			i += 5
		case utf16.DecodeRune(half, unitAt(raw[i+6:])) == utf8.RuneError:
			return true
		default:
			i += 11
		}
	}
	return false
}

// unitAt reads the escape of a UTF-16 unit at the start of raw, or returns -1 if there is none.
func unitAt(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	unit, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
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

// check checks and converts every string within a value.
func (f field) check(v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		passed, err := f.pass(v.String())
		if err == nil {
			v.SetString(passed)
		}
		return err
	case reflect.Pointer:
		if !v.IsNil() {
			return f.check(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		return f.checkAll(v.Len(), v.Index)
	case reflect.Struct:
		return f.checkAll(v.NumField(), v.Field)
	case reflect.Map, reflect.Interface:
		if !v.IsNil() {
			// Their texts could not be replaced in place. No request has one.
			panic("a request has a field of the type " + v.Type().String() + ", whose texts are not checked")
		}
	}
	return nil
}

// checkAll checks the parts of a value. It skips unexported parts, such as the digits within a number.
func (f field) checkAll(count int, part func(int) reflect.Value) error {
	for i := range count {
		if p := part(i); p.CanSet() {
			if err := f.check(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// pass checks a string and returns it in the form in which it is stored.
func (f field) pass(s string) (string, error) {
	if f.required && strings.TrimSpace(s) == "" {
		return "", domain.InvalidField("", "is required")
	}
	border := text.Border{Longest: f.max, Lines: f.text}
	switch {
	case f.bytes && utf8.RuneCountInString(s) > f.max:
		return "", domain.InvalidField("", "may have at most %d characters", f.max)
	case f.bytes:
		return s, nil
	case f.stored:
		return border.AsStored(s)
	}
	return border.Pass(s)
}

func wrongType(err error, t reflect.Type) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) {
		return refusal
	}
	within := ""
	if deep, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && deep.Field != "" {
		t, within = deep.Type, " in "+deep.Field
	}
	if deep, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && t.Kind() == reflect.Slice && deep.Type != t {
		t, within = deep.Type, " in each place"
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
	return domain.InvalidField("", "must be %s%s", wanted, within)
}

// named sets the field of a refusal that does not have one.
func named(err error, name string) error {
	var refusal *domain.Refusal
	if errors.As(err, &refusal) && refusal.Field == "" {
		named := *refusal
		named.Field = name
		return &named
	}
	return err
}
