package provider

import (
	"encoding/json"
	"errors"
)

// maxText is how many characters of a member's text are kept.
const maxText = 2048

// object reads the members of one JSON object by their exact names and types; encoding/json alone would
// accept null, other letter case and repeated keys. It keeps the first problem in err, which all objects of
// one text share. A reader checks err once, at the end, and discards everything it has read if there is one.
type object struct {
	prefix  string
	members map[string]json.RawMessage
	err     *error
}

// readObject reads a text that must contain one object and nothing else.
func readObject(text []byte) object {
	o := object{err: new(error)}
	o.members = o.parseMembers("body", text)
	return o
}

// readList reads an array of objects.
func readList(text []byte) ([]object, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(text, &elements); err != nil {
		return nil, err
	}
	list := make([]object, len(elements))
	for i, element := range elements {
		list[i] = readObject(element)
		if err := *list[i].err; err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (o object) parseMembers(name string, text []byte) map[string]json.RawMessage {
	members, err := decodeMembers(text)
	if err != nil {
		o.refuse(name, "%s", err)
	}
	return members
}

func decodeMembers(text []byte) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, errors.New("must be one JSON object")
	}
	if countMembers(text) != len(members) {
		return nil, errors.New("has a member twice")
	}
	return members, nil
}

// countMembers counts the members of a valid JSON object: one colon each, outside of strings
// and nested values.
func countMembers(text []byte) (n int) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ':':
			if depth == 1 {
				n++
			}
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		}
	}
	return n
}
