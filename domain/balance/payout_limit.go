package balance

import (
	"encoding/json"

	"gateway/domain"
)

// MaxOpen is how many payouts of a client may be open, and MaxOpenBytes how many bytes they may take in a
// snapshot, which must fit into one append.
const (
	MaxOpen      = 500
	MaxOpenBytes = 450_000
)

const (
	// openAlways payouts fit into MaxOpenBytes, however long their texts are.
	openAlways = 15
	// grownBy limits how many more bytes a payout needs once it was sent to the provider.
	grownBy = 400
)

// checkOpen refuses an open payout beyond the limits, with too_many_open.
func (s State) checkOpen(o Order) error {
	if len(s.Open) < openAlways {
		return nil
	}
	bytes := jsonSize(Payout{Order: o}) + grownBy
	for _, p := range s.Open {
		bytes += jsonSize(Payout{Order: p.Order}) + grownBy
	}
	if len(s.Open) < MaxOpen && bytes <= MaxOpenBytes {
		return nil
	}
	return domain.Refuse(domain.Invalid, "too_many_open",
		"%d withdrawals and settlements are open already: wait until some have ended", len(s.Open))
}

// jsonSize is the number of bytes of a value's JSON.
func jsonSize(v any) int {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts, numbers and times can always be encoded
	}
	return len(text)
}
