package why

import (
	"gateway/domain/balance"

	"github.com/shopspring/decimal"
)

// GivenUp is a write-off of a client, with what its own event does not say.
type GivenUp struct {
	// Name is its API path, such as `write-offs/WOF-42-7`.
	Name string
	// ApprovedBy granted it; empty where one administrator was enough.
	ApprovedBy string
	// Recovered is what came back of it, in rupiah. Repaid are the credits that it came back by, oldest first, as far as they are known.
	Recovered decimal.Decimal
	Repaid    []Repaid
}

// Repaid is a credit that repaid a part of a write-off.
type Repaid struct {
	// Event is the place of the event that reverses the write-off, and Reference that of the money that came.
	Event     Place
	Reference string
	// Amount is how much of the write-off it repaid, in rupiah.
	Amount decimal.Decimal
}

// OfWriteOff explains by whom, when and why a debt was written off, how much of it came back, and by which credits. made is the fact
// of the write-off. It waits for no one: merchants see none of its reasons.
func OfWriteOff(g GivenUp, made Fact, w World) Answer {
	b, last := builder{Answer{Subject: g.Name}}, made.Place
	e, ok := made.Event.(balance.WrittenOff)
	if !ok {
		return b.answer(last)
	}
	b.ClientID, b.Status = e.ClientID, balance.WriteOffOpen
	for _, r := range g.Repaid {
		last = r.Event
	}
	if left := e.Amount.Sub(g.Recovered); left.IsPositive() {
		b.add(Reason{Code: WriteOffOpen, Event: last, Amount: ref(left), Expected: ref(e.Amount)})
	} else {
		b.Status = balance.WriteOffDone
		b.add(Reason{Code: WriteOffRecovered, Event: last, Amount: ref(e.Amount)})
	}
	b.add(Reason{Code: WrittenOff, Event: made.Place, Amount: ref(e.Amount), Other: e.By, Detail: e.Reason})
	if g.ApprovedBy != "" {
		b.add(Reason{Code: WriteOffGranted, Event: made.Place, Other: g.ApprovedBy})
	}
	for _, r := range g.Repaid {
		b.add(Reason{Code: WriteOffRepaid, Event: r.Event, Amount: ref(r.Amount), Other: r.Reference})
	}
	b.addWorld(w, last, "write_offs", "balances")
	return b.answer(last)
}
