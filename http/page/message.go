package page

import (
	"regexp"
	"strings"
)

var (
	sentence  = regexp.MustCompile(`\.\s+[A-Z]`)
	operation = regexp.MustCompile(`\b(?:GET|POST|PUT|PATCH|DELETE) /`)
)

// withoutOperations removes the sentences of a message that name an operation of the API, because a person at a
// page calls none. Nothing is left of a message that has only such sentences.
func withoutOperations(message string) string {
	var kept []string
	for rest := message; rest != ""; {
		one := rest
		if at := sentence.FindStringIndex(rest); at != nil {
			one = rest[:at[1]-1]
		}
		if rest = rest[len(one):]; !operation.MatchString(one) {
			kept = append(kept, strings.TrimSpace(one))
		}
	}
	return strings.Join(kept, " ")
}
