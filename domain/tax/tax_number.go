package tax

import (
	"time"

	"gateway/domain"
)

// Numbers folds the streams of the tax office's numbers: one for each number, so that it is that of one document over all
// months and clients.
var Numbers = domain.Aggregate[NumberClaim]{Category: "tax_number", Evolve: evolveNumber}

// numberClaimTTL is the age after which a claim of a document without the number counts as abandoned. It is far longer than any
// request takes.
const numberClaimTTL = time.Hour

// ErrNumberTaken refuses a number of the tax office that another document has, or had.
var ErrNumberTaken = domain.Refuse(domain.Conflict, "tax_number_taken", "another document has this number of the tax office")

// NumberClaimed gives a number of the tax office to a document.
type NumberClaimed struct {
	TaxNumber string `json:"tax_number"`
	// Month, ClientID and Number are those of the document, whose number is ours.
	Month    string    `json:"month"`
	ClientID int64     `json:"client_id"`
	Number   string    `json:"number"`
	At       time.Time `json:"at"`
}

// EventType is the wire name.
func (NumberClaimed) EventType() string { return "tax_number.claimed.v1" }

// NumberClaim is the document that has a number; its Number is empty while the number is free.
type NumberClaim struct{ NumberClaimed }

func evolveNumber(s NumberClaim, event domain.Event) NumberClaim {
	if e, ok := event.(NumberClaimed); ok {
		s.NumberClaimed = e
	}
	return s
}

// Lapsed reports whether the claim is the leftover of an import that broke off: the document never had the number in its invoice,
// and the claim is older than an hour.
func (s NumberClaim) Lapsed(holder InvoiceState, at time.Time) bool {
	return !holder.had(s.Number, s.TaxNumber) && at.Sub(s.At) > numberClaimTTL
}

// ClaimNumber gives a number to the document of a claim. Lapsed is a claim for which Lapsed returned true; zero for none. Checks:
// the document has the number: nothing happens; ErrNumberTaken.
func ClaimNumber(s NumberClaim, claim NumberClaimed, lapsed NumberClaim) ([]domain.Event, error) {
	switch {
	case s.Number == claim.Number:
		return nil, nil
	case s.Number != "" && s != lapsed:
		return nil, ErrNumberTaken
	}
	return []domain.Event{claim}, nil
}
