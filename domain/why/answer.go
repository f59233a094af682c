package why

import (
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Place is where an event stands. At is when it was booked.
type Place struct {
	Stream   string    `json:"stream"`
	Revision int64     `json:"revision"`
	Position int64     `json:"position"`
	Type     string    `json:"type"`
	At       time.Time `json:"at"`
}

// Fact is an event with its place.
type Fact struct {
	Place
	Event domain.Event
}

// Reason is one thing that a subject waits for, or a way in which it ended.
type Reason struct {
	Code Code
	// About names the subject, as a path of the API: `transactions/INV-7-1`, `suspense/5`.
	About string
	// Event is the place of the event that says so. It is zero where no event does: money
	// that came by an event which is not booked yet.
	Event Place
	// Until is when the wait ends by itself; zero where that is not known.
	Until time.Time
	// Amount and Expected are rupiah; nil where the reason has none.
	Amount, Expected *decimal.Decimal
	// Other names another subject, such as the payment that took the place of this one.
	Other string
	// Count is a number of attempts.
	Count int
	// Detail is for the staff only: an error, or the words of an administrator.
	Detail string
}

// Answer is why a subject is as it is.
type Answer struct {
	// Subject is a path of the API: `transactions/INV-7-1`, `withdrawals/17`.
	Subject string
	// ClientID is whose it is.
	ClientID int64
	// Status is that of the subject, as the API shows it; of a balance it is empty.
	Status string
	// Reasons are never empty. Those that are waited for come first.
	Reasons []Reason
}

// Waits reports whether any reason is waited for.
func (a Answer) Waits() bool {
	return slices.ContainsFunc(a.Reasons, func(r Reason) bool { return r.Code.Waits() })
}

// World is what a subject's own events do not say.
type World struct {
	Now time.Time
	// Posted is the position up to which payment events are posted to the client's balance.
	// Known is false where that can't be told, because the balance's last posting is of a
	// former log: then everything counts as posted.
	Posted      int64
	PostedKnown bool
	// Parked is the event that can't be posted, for which the client's later ones wait; nil
	// where the client is not parked.
	Parked *Halt
	// Halted are read models that can't apply an event.
	Halted []Halt
	// PayoutsOff is the event since which no payout is sent; nil where payouts are sent.
	PayoutsOff *Place
	// Approvals are the events of approvals about the subject, in the log's order.
	Approvals []Fact
	// Callbacks are those about the subject.
	Callbacks []Callback
}

// Halt is an event that stops what comes after it.
type Halt struct {
	// Name is that of the read model; empty for a parked client.
	Name  string
	Event Place
	// Cause is for the staff.
	Cause string
}

// Callback is one callback and the events of its delivery.
type Callback struct {
	ID       string
	ClientID int64
	// Trigger is the event that is called back.
	Trigger Place
	Facts   []Fact
	// Behind is the earlier callback about the same subject that is sent first; empty for none.
	Behind string
}

// builder gathers the reasons of one answer.
type builder struct{ Answer }

func (b *builder) add(r Reason) {
	if r.About == "" {
		r.About = b.Subject
	}
	b.Reasons = append(b.Reasons, r)
}

// answer sorts the reasons, and adds that nothing is waited for where there is none.
func (b *builder) answer(last Place) Answer {
	if len(b.Reasons) == 0 {
		b.add(Reason{Code: NothingWaits, Event: last})
	}
	slices.SortStableFunc(b.Reasons, func(x, y Reason) int {
		_, i := find(x.Code)
		_, j := find(y.Code)
		return i - j
	})
	return b.Answer
}

// end adds what waits beside the events of a payment or payout itself, and returns the answer.
// last is the place of its last event, and model the read model that shows it.
func (b *builder) end(w World, last Place, model string) Answer {
	b.addApprovals(w)
	b.addCallbacks(w)
	b.addWorld(w, last, model, "balances", "callbacks")
	return b.answer(last)
}

// addWorld adds what concerns every subject: read models that halted before its last event.
func (b *builder) addWorld(w World, last Place, models ...string) {
	for _, h := range w.Halted {
		if slices.Contains(models, h.Name) && h.Event.Position <= last.Position {
			b.add(Reason{Code: HaltedModel, About: "projections/" + h.Name, Event: h.Event, Detail: h.Cause})
		}
	}
}

// ForMerchant returns the answer without what is the gateway's own business.
func (a Answer) ForMerchant() Answer {
	b := builder{Answer{Subject: a.Subject, ClientID: a.ClientID, Status: a.Status}}
	has := func(reasons []Reason, code Code) bool {
		return slices.ContainsFunc(reasons, func(r Reason) bool { return r.Code == code })
	}
	for _, r := range a.Reasons {
		k, _ := find(r.Code)
		switch r.Detail = ""; k.merchant {
		case "":
			continue
		case r.Code:
		default: // the event and the other names are the gateway's own business
			if has(a.Reasons, k.merchant) || has(b.Reasons, k.merchant) {
				continue
			}
			r = Reason{Code: k.merchant, About: a.Subject, Event: Place{At: r.Event.At}, Amount: r.Amount, Expected: r.Expected}
		}
		b.Reasons = append(b.Reasons, r)
	}
	return b.answer(Place{At: a.lastAt()})
}

// lastAt is when the newest event was booked that a reason names.
func (a Answer) lastAt() (at time.Time) {
	for _, r := range a.Reasons {
		if r.Event.At.After(at) {
			at = r.Event.At
		}
	}
	return at
}

func ref(d decimal.Decimal) *decimal.Decimal { return &d }
