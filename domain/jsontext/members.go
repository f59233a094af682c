package jsontext

import (
	"bytes"
	"errors"
)

// errObject is the error of Members.
var errObject = errors.New("not an object that was written without white space")

// Members calls read with the name and the value of each member of an object that End returned: without white
// space, and with names that need no escape. The value is valid JSON if the object is; Members does not check
// it. It returns the first error of read, or an error when the bytes are no such object. The slices are parts
// of the object.
func Members(object []byte, read func(name, value []byte) error) error {
	rest, ok := bytes.CutPrefix(object, []byte("{"))
	for ok && !bytes.Equal(rest, []byte("}")) {
		var name []byte
		rest, ok = bytes.CutPrefix(rest, []byte{'"'})
		if ok {
			name, rest, ok = bytes.Cut(rest, []byte(`":`))
		}
		end := valueEnd(rest)
		if !ok || end <= 0 {
			return errObject
		}
		if err := read(name, rest[:end]); err != nil {
			return err
		}
		if rest = rest[end:]; rest[0] == ',' {
			rest = rest[1:]
		}
	}
	if !ok {
		return errObject
	}
	return nil
}

// valueEnd returns where the value at the start ends, before the comma or the bracket after it, or -1.
func valueEnd(text []byte) int {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case depth == 0 && (c == ',' || c == '}' || c == ']'):
			return i
		case c == '}' || c == ']':
			depth--
		}
	}
	return -1
}
