package envelope

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"gateway/domain/text"
)

// nearMisses returns the paths of members of the client's own object that are probably misspelt names that the
// gateway knows: a misspelt callback_url must not be ignored in silence.
func nearMisses(path string, known []string, object json.RawMessage) []string {
	var members map[string]json.RawMessage
	if len(known) == 0 || json.Unmarshal(object, &members) != nil {
		return nil
	}
	var near []string
	for name := range members {
		if !slices.Contains(known, name) && slices.ContainsFunc(known, func(k string) bool { return isNear(name, k) }) {
			near = append(near, path+name)
		}
	}
	return near
}

// isNear reports whether a name differs from a known one only in case, punctuation and at most two letters, or
// has every word of it.
func isNear(name, known string) bool {
	if len(name) > 2*len(known) {
		return false
	}
	plain := letters(name)
	hasAll := true
	for word := range strings.SplitSeq(known, "_") {
		hasAll = hasAll && strings.Contains(plain, word)
	}
	return hasAll || text.Distance(plain, letters(known)) <= 2
}

func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
