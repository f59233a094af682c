package disputerows

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gateway/domain/file"
	"gateway/domain/payment"
)

// Answer is a merchant's answer to a dispute.
type Answer struct {
	payment.Evidence
	// By is the actor who gave it.
	By         string    `json:"answered_by"`
	AnsweredAt time.Time `json:"answered_at"`
}

// Answers has the answers to a dispute, oldest first. It is a JSON column.
type Answers []Answer

// with returns the answers and a further one, whose time has the precision of the database.
func (a Answers) with(e payment.DisputeAnswered) Answers {
	evidence := e.Evidence
	if evidence.Files == nil {
		evidence.Files = []file.Ref{}
	}
	return append(slices.Clip(a), Answer{Evidence: evidence, By: e.By, AnsweredAt: e.At.UTC().Truncate(time.Microsecond)})
}

// File finds a file of an answer by its hash. A file of several answers has the name that the last of them gave it.
func (a Answers) File(hash string) (ref file.Ref, ok bool) {
	for _, answer := range slices.Backward(a) {
		if i := slices.IndexFunc(answer.Files, func(f file.Ref) bool { return f.Hash == hash }); i >= 0 {
			return answer.Files[i], true
		}
	}
	return ref, false
}

// Scan implements sql.Scanner.
func (a *Answers) Scan(value any) error {
	text, ok := value.([]byte)
	if !ok {
		return fmt.Errorf("answers are %T, not JSON", value)
	}
	*a = Answers{}
	return json.Unmarshal(text, a)
}

// IsZero reports whether there are no answers.
func (a Answers) IsZero() bool { return len(a) == 0 }

// MarshalJSON implements json.Marshaler. It writes an empty list when there are no answers.
func (a Answers) MarshalJSON() ([]byte, error) {
	if a == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]Answer(a))
}
