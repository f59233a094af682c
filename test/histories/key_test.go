package histories

import (
	"fmt"

	"github.com/anishathalye/porcupine"
)

// attempt is one request under an idempotency key: the body, as a name.
type attempt struct{ body string }

// response is the answer to an attempt.
type response struct {
	unknown  bool // there was no answer, or a 5xx
	refused  bool // a 4xx other than a conflict: nothing was done
	conflict string
	// contested: another request with the key was, or may have been, in flight.
	contested bool
	answer    string // the data of a 201
	replayed  bool   // the header Idempotency-Replayed
}

// The error codes of a conflict.
const (
	inUse  = "idempotency_key_in_use"
	reused = "idempotency_key_reused"
)

// key is an idempotency key that serves one request at a time. The zero key is free.
type key struct {
	body   string // of the request that the key stands for
	answer string // empty while no caller was answered
}

// keySpecification is the specification of one key (binding decisions on Idempotency-Key): the same key and
// body give the first answer again; another body, or one in flight, is a conflict; a refusal is not kept.
var keySpecification = porcupine.Model{
	Init: func() any { return key{} },
	Step: func(before, did, got any) (bool, any) {
		return before.(key).step(did.(attempt), got.(response))
	},
	DescribeOperation: func(did, got any) string { return got.(response).describe(did.(attempt)) },
	DescribeState:     func(s any) string { return fmt.Sprintf("%+v", s) },
}

// step reports whether the key can give the answer, and returns the key after it.
func (k key) step(a attempt, r response) (possible bool, after key) {
	free, another := k.body == "", k.body != "" && k.body != a.body
	switch {
	case r.conflict == inUse:
		return r.contested, k
	case r.conflict == reused:
		return another || r.contested, k
	case r.unknown && free:
		return true, key{body: a.body}
	case r.unknown:
		return true, k
	case another:
		return false, k
	case r.refused:
		return k.answer == "", k
	case k.answer != "":
		return r.answer == k.answer && r.replayed, k
	}
	// After an attempt without an answer, the stored answer may be that attempt's.
	return !r.replayed || !free, key{body: a.body, answer: r.answer}
}

func (r response) describe(a attempt) string {
	said := "201"
	switch {
	case r.unknown:
		said = "no answer"
	case r.refused:
		said = "refused"
	case r.conflict != "":
		said = fmt.Sprintf("%s (another request in flight: %t)", r.conflict, r.contested)
	case r.replayed:
		said = "201 again"
	}
	return fmt.Sprintf("%s: %s %s", a.body, said, r.answer)
}
