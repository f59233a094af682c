package why

import (
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Place is where an event is in the log. At is when it was booked.
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
	// About names the subject as an API path: `transactions/INV-7-1`, `suspense/5`.
	About string
	// Event is the place of the event that gives the reason. It is zero if there is no such event: money that
	// came by an event that is not booked yet.
	Event Place
	// Until is when the wait ends by itself; zero if that is not known.
	Until time.Time
	// Amount and Expected are in rupiah; nil if the reason has none.
	Amount, Expected *decimal.Decimal
	// Other names another subject, such as the payment that replaced this one.
	Other string
	// Count is a number of attempts.
	Count int
	// Detail is for the staff only: an error, or the words of an administrator.
	Detail string
}

// Answer explains the state of a subject.
type Answer struct {
	// Subject is an API path: `transactions/INV-7-1`, `withdrawals/17`.
	Subject string
	// ClientID is the client that the subject belongs to.
	ClientID int64
	// Status is the subject's status as the API shows it; empty for a balance.
	Status string
	// Reasons is never empty. Reasons that wait for someone come first.
	Reasons []Reason
}

// Waits reports whether the subject waits for any of the reasons.
func (a Answer) Waits() bool {
	return slices.ContainsFunc(a.Reasons, func(r Reason) bool { return r.Code.Waits() })
}

// Has reports whether a reason of the answer has the code.
func (a Answer) Has(code Code) bool {
	return slices.ContainsFunc(a.Reasons, func(r Reason) bool { return r.Code == code })
}

// World holds what the answer needs and a subject's own events do not say.
type World struct {
	Now time.Time
	// Posted is the position up to which payment events are posted to the client's balance. Known is false if
	// the last posting belongs to a former log, so that the position can't be compared: then everything
	// counts as posted.
	Posted      int64
	PostedKnown bool
	// Parked is the event that can't be posted, and that blocks the client's later events; nil if the client
	// is not parked.
	Parked *Halt
	// Halted lists read models that can't apply an event.
	Halted []Halt
	// PayoutsOff is the event that stopped the sending of payouts; nil if payouts are sent.
	PayoutsOff *Place
	// NoConnection means that no connection would make the payout, as the routing and the configuration are now.
	NoConnection bool
	// Approvals lists the events of approvals about the subject, in the log's order.
	Approvals []Fact
	// Callbacks lists the callbacks about the subject.
	Callbacks []Callback
}

// Halt is an event that blocks the events after it.
type Halt struct {
	// Name is the name of the read model; empty for a parked client.
	Name  string
	Event Place
	// Cause is shown to the staff only.
	Cause string
}

// Callback is one callback and the events of its delivery.
type Callback struct {
	ID       string
	ClientID int64
	// Trigger is the event that the callback reports.
	Trigger Place
	Facts   []Fact
	// Behind is the earlier callback about the same subject that must be sent first; empty for none.
	Behind string
}

// builder collects the reasons of one answer.
type builder struct{ Answer }

func (b *builder) add(r Reason) {
	if r.About == "" {
		r.About = b.Subject
	}
	b.Reasons = append(b.Reasons, r)
}

// answer sorts the reasons. If there is none, it adds the reason that the subject waits for nothing.
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

// end adds reasons that do not come from the events of the payment or payout itself, and returns the answer.
// last is the place of its last event, and model the read model that shows it.
func (b *builder) end(w World, last Place, model string) Answer {
	b.addApprovals(w)
	b.addCallbacks(w)
	b.addWorld(w, last, model, "balances", "callbacks")
	return b.answer(last)
}

// addWorld adds what concerns every subject: read models that halted before the subject's last event.
func (b *builder) addWorld(w World, last Place, models ...string) {
	for _, h := range w.Halted {
		if slices.Contains(models, h.Name) && h.Event.Position <= last.Position {
			b.add(Reason{Code: HaltedModel, About: "projections/" + h.Name, Event: h.Event, Detail: h.Cause})
		}
	}
}

// ForMerchant returns the answer without the gateway's internal matters.
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
		default: // the event and the other names are internal to the gateway
			if has(a.Reasons, k.merchant) || has(b.Reasons, k.merchant) {
				continue
			}
			r = Reason{Code: k.merchant, About: a.Subject, Event: Place{At: r.Event.At}, Amount: r.Amount, Expected: r.Expected}
		}
		b.Reasons = append(b.Reasons, r)
	}
	return b.answer(Place{At: a.lastAt()})
}

// lastAt returns the latest booking time among the events that the reasons name.
func (a Answer) lastAt() (at time.Time) {
	for _, r := range a.Reasons {
		if r.Event.At.After(at) {
			at = r.Event.At
		}
	}
	return at
}

func ref(d decimal.Decimal) *decimal.Decimal { return &d }
