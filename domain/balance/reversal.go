package balance

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/payment"

	"github.com/shopspring/decimal"
)

// PayoutReversed posts a completed payout back, amount and fee. The decision gives it an Order without the
// bank account, which the state does not remember; WithOrder fills it in.
type PayoutReversed struct {
	Order
	Movement
	ProviderID string `json:"provider_id"`
	Reason     string `json:"reason"`
	// Attempt is the reference of the attempt that was reversed, empty in older events.
	Attempt string `json:"attempt_reference"`
}

// ReverseCmd says that a transfer that the provider had made came back.
type ReverseCmd struct {
	// Reference is the reference of the attempt, empty if it is not known.
	Reference string
	Reason    string
	At        time.Time
}

// Reverse posts a completed payout back, amount and fee. Checks:
//
//  1. payout_not_found: never requested, or so long ago that the caller must first Remember it
//  2. reversed already: nothing happens
//  3. not_completed: it is open, or the provider did not pay it
func Reverse(s State, kind string, id int64, cmd ReverseCmd) ([]domain.Event, error) {
	status := s.StatusOf(kind, id)
	if status == "" {
		return nil, payoutNotFound(kind)
	}
	if status == StatusReversed {
		return nil, nil
	}
	c, _ := s.ClosedPayout(kind, id)
	if !c.paidByProvider() {
		return nil, domain.Refuse(domain.Invalid, "not_completed", "the provider did not pay the %s, it is %s", kind, status)
	}
	order := c.order(s.ClientID)
	return s.recovering(func(s State) (domain.Event, error) {
		m, err := s.move(s.ClientID, c.ExternalID, cmd.At,
			ledger.Reversed(payOutPostings(order, ledger.Available(s.ClientID), ledger.ProviderPayouts(order.Connection))))
		return PayoutReversed{Order: order, Movement: m, ProviderID: c.ProviderID, Reason: cmd.Reason, Attempt: cmd.Reference}, err
	})
}

// LacksOrder reports whether one of the events is about a payout that ended, of whose order the state
// remembers only a part. WithOrder fills in the rest.
func LacksOrder(events []domain.Event) bool {
	return slices.ContainsFunc(events, func(event domain.Event) bool {
		switch e := event.(type) {
		case PayoutReversed:
			return e.Order.RequestedAt.IsZero()
		case PayoutContradicted:
			return e.Order.RequestedAt.IsZero()
		}
		return false
	})
}

// WithOrder returns the events with the full order of their payout, as it was requested. The connection is known to
// the events alone.
func WithOrder(events []domain.Event, o Order) []domain.Event {
	events = slices.Clone(events)
	for i, event := range events {
		switch e := event.(type) {
		case PayoutReversed:
			o.Connection = e.Order.Connection
			e.Order = o
			events[i] = e
		case PayoutContradicted:
			o.Connection = e.Order.Connection
			e.Order = o
			events[i] = e
		}
	}
	return events
}

// PaymentReversed posts money that was taken back after it was paid (API reference: Money taken back). It is
// never refused: the part that the available balance lacks becomes receivable.
type PaymentReversed struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source `json:"source"`
	ReversalID string `json:"reversal_id"`
	// Kind is one of the reversal kinds of package payment.
	Kind string `json:"kind"`
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID int64 `json:"suspense_id"`
	// Amount goes back to the provider, in rupiah.
	Amount decimal.Decimal `json:"amount"`
	Reason string          `json:"reason"`
	By     string          `json:"by"`
	// RefundID identifies the refund that the merchant had asked for; 0 for none.
	RefundID int64 `json:"refund_id,omitempty"`
	// Method is how that refund went back in the end, empty for none.
	Method string `json:"method,omitempty"`
	// DisputeID identifies the dispute whose chargeback it is; 0 for none.
	DisputeID int64 `json:"dispute_id,omitempty"`
	// VATRate is the VAT rate, in percent, of what the refund costs the client; nil where it costs nothing, and in older events.
	VATRate *decimal.Decimal `json:"vat_rate,omitempty"`
}

// HoldEnded makes a held credit withdrawable although the payment never became SETTLED.
type HoldEnded struct {
	ClientID int64 `json:"client_id"`
	Movement
	Source     Source          `json:"source"`
	SuspenseID int64           `json:"suspense_id"`
	Amount     decimal.Decimal `json:"amount"`
	Reason     string          `json:"reason"`
	By         string          `json:"by"`
}

func (s State) postReversed(cmd PostCmd, e payment.Reversed) (domain.Event, error) {
	id := cmd.ClientID
	total := e.Back()
	postings := append([]ledger.Posting{{Account: ledger.ProviderClearing(e.Connection), Amount: total}},
		append(s.taken(id, e.ClientBears, e.FromUnsettled),
			ledger.Posting{Account: ledger.RevenueFees, Amount: e.Fee.Neg()},
			ledger.Posting{Account: ledger.TaxVAT, Amount: e.VAT.Neg()},
			ledger.Posting{Account: ledger.Suspense, Amount: e.FromSuspense.Neg()},
		)...)
	if h, held := s.RefundHold(e.RefundID); held {
		postings = s.refundPostings(e, h.Amount)
	} else if h, held := s.DisputeHold(e.DisputeID); held {
		postings = s.chargebackPostings(e, h.Amount)
	}
	m, err := s.move(id, e.TransactionID, cmd.At, postings)
	if err != nil {
		return nil, err
	}
	return PaymentReversed{
		ClientID: id, Movement: m, Source: cmd.Source, ReversalID: e.ReversalID, Kind: e.Kind,
		SuspenseID: e.SuspenseID, Amount: total, Reason: e.Reason, By: e.By, RefundID: e.RefundID,
		Method:    e.Method(),
		DisputeID: e.DisputeID, VATRate: rateOf(e.Paid),
	}, nil
}

func (s State) postHoldEnded(cmd PostCmd, e payment.HoldEnded) (domain.Event, error) {
	m, err := s.free(cmd, e.TransactionID, e.FromUnsettled)
	if err != nil {
		return nil, err
	}
	return HoldEnded{
		ClientID: cmd.ClientID, Movement: m, Source: cmd.Source, SuspenseID: e.SuspenseID,
		Amount: e.FromUnsettled, Reason: e.Reason, By: e.By,
	}, nil
}

// free moves an amount from unsettled to available.
func (s State) free(cmd PostCmd, reference string, amount decimal.Decimal) (Movement, error) {
	return s.move(cmd.ClientID, reference, cmd.At,
		ledger.Transfer(ledger.Unsettled(cmd.ClientID), ledger.Available(cmd.ClientID), amount))
}
