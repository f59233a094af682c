package paymentrows

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"gateway/projections/readmodel/readtable"
)

// Limits of the metadata that lists can be filtered by. Both keep an entry of the index well
// below what PostgreSQL takes (2,704 bytes).
const (
	// MaxFilterable is the greatest length of a key and of a value, in characters.
	MaxFilterable = 255
	// maxMembers is how many members of one object count: the first in the order of the keys.
	maxMembers = 50
)

var insertTransactionMetadata = readtable.InsertionInto("transaction_metadata",
	"id bigint", "key text", "client_id bigint", "value text", "created_at timestamptz", "position bigint")

// member is a member of an object, whose value is a text, a number or a boolean.
type member struct{ key, value string }

// filterableMembers returns the members of a JSON object that lists can be filtered by, in
// the order of the keys: texts, and numbers and booleans as they are written. callback_url is
// left out: it is the gateway's own, and most payments of a client have the same.
func filterableMembers(object json.RawMessage) []member {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return nil // null
	}
	var all []member
	for key, raw := range fields {
		if value, ok := filterableValue(raw); ok && key != "callback_url" && filterable(key) && filterable(value) {
			all = append(all, member{key, value})
		}
	}
	slices.SortFunc(all, func(a, b member) int { return strings.Compare(a.key, b.key) })
	return all[:min(maxMembers, len(all))]
}

func filterableValue(raw json.RawMessage) (string, bool) {
	switch {
	case bytes.Equal(raw, readtable.JSONNull) || len(raw) == 0 || raw[0] == '{' || raw[0] == '[':
		return "", false
	case raw[0] == '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err == nil
	}
	return string(raw), true // a number or a boolean
}

// filterable leaves out what PostgreSQL's text can't hold, too.
func filterable(text string) bool {
	return utf8.RuneCountInString(text) <= MaxFilterable && !strings.ContainsRune(text, 0)
}
