package page

import (
	"slices"

	"gateway/domain/words"
	"gateway/projections/story"
)

// FailureText says in words why something failed. It keeps what a person wrote.
func (c *Context) FailureText(raw string) string {
	said, _ := words.Failure(raw)
	return c.T(said)
}

// FailureCodes are the technical details with the codes of failures. It returns no block for texts of people.
func (c *Context) FailureCodes(all ...string) []Block {
	var pairs []Pair
	for _, raw := range slices.Compact(all) {
		if _, isCode := words.Failure(raw); isCode {
			pairs = append(pairs, Pair{c.T(words.FailureCode), ID(raw)})
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	return []Block{Technical{Blocks: []Block{Details{Pairs: pairs}}}}
}

// AttemptError says in words why an attempt of a callback failed.
func (c *Context) AttemptError(raw string) Cell { return Plain(c.T(words.AttemptFailure(raw))) }

// reasonOf says in words why an event happened, and the code behind the words if there is one.
func (c *Context) reasonOf(e story.Entry) (said, code string) {
	raw := e.Reason
	if data := DataOf(e.Detail); raw == "" {
		raw = data.FailureCode
	}
	text, isCode := words.Failure(c.Word(words.RefundReasons, raw))
	if isCode {
		code = raw
	}
	return c.T(text), code
}
