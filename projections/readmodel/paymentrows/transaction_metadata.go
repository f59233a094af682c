package paymentrows

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"gateway/projections/readmodel/readtable"
)

// Limits for the metadata that lists can be filtered by. Both keep an index entry well below PostgreSQL's
// limit of 2,704 bytes.
const (
	// MaxFilterable is the maximum length of a key and of a value, in characters.
	MaxFilterable = 255
	// maxMembers is the maximum number of members of one object, taken in key order.
	maxMembers = 50
)

var insertTransactionMetadata = readtable.InsertionInto("transaction_metadata",
	"id bigint", "key text", "client_id bigint", "value text", "created_at timestamptz", "position bigint")

// member is a member of a JSON object whose value is a text, a number or a boolean.
type member struct{ key, value string }

// filterableMembers returns the members of a JSON object that lists can be filtered by, in key order: texts
// as well as numbers and booleans as written. It leaves out callback_url, which is the gateway's own and the
// same for most payments of a client.
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

// filterable also rejects what PostgreSQL's type text cannot hold.
func filterable(text string) bool {
	return utf8.RuneCountInString(text) <= MaxFilterable && !strings.ContainsRune(text, 0)
}
