package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

// Aggregate folds payment streams.
var Aggregate = domain.Aggregate[State]{Category: "payment", Evolve: Evolve}

// Stream names the stream of a payment.
func Stream(transactionID string) string { return Aggregate.Stream(transactionID) }

// The statuses of a payment. Only PAID, SETTLED and EXPIRED are called back.
const (
	StatusPending = "PENDING"
	StatusPaid    = "PAID"
	StatusSettled = "SETTLED"
	StatusExpired = "EXPIRED"
	StatusFailed  = "FAILED"
)

// State is what the decisions need of a payment.
type State struct {
	// Identity is as in the last event: its ChannelCode is the channel paid with
	// once an invoice is paid.
	Identity
	// Status is empty before the payment was requested.
	Status           string
	Rates            map[string]pricing.Rate
	HoldUntilSettled []string
	VATRate          decimal.Decimal
	// ExpiresAt is as the provider said, before that as it was asked for.
	ExpiresAt time.Time
	// Opening is what the provider gave the customer to pay by; its zero value
	// says that the provider did not answer yet.
	Opening     Opened
	RequestedAt time.Time
	// Receipt and Held are those of Paid, Charge too; before it, Charge is the quote.
	Receipt  Receipt
	Charge   Charge
	Held     bool
	Suspense []Suspense
}

// Suspense is money that waits for an administrator, or did.
type Suspense struct {
	ID          int64
	ChannelCode string
	Receipt     Receipt
	// Settled: the provider reported SETTLED for it.
	Settled bool
	// Closed: it was released or refunded.
	Closed bool
}

// Exists reports whether the payment was requested.
func (s State) Exists() bool { return s.Status != "" }

// Opened reports whether the provider took the payment.
func (s State) Opened() bool { return !s.Opening.At.IsZero() }

// Paid reports whether the payment was credited.
func (s State) Paid() bool { return s.Status == StatusPaid || s.Status == StatusSettled }

// seen reports whether money that arrived is known already, wherever it went.
func (s State) seen(providerPaymentID string) bool {
	if s.Paid() && s.Receipt.ProviderPaymentID == providerPaymentID {
		return true
	}
	_, suspended := s.suspended(providerPaymentID)
	return suspended
}

func (s State) awaitsDecision() bool {
	_, open := s.findSuspense(func(m Suspense) bool { return !m.Closed })
	return open
}

func (s State) suspended(providerPaymentID string) (Suspense, bool) {
	return s.findSuspense(func(m Suspense) bool { return m.Receipt.ProviderPaymentID == providerPaymentID })
}

func (s State) findSuspense(match func(Suspense) bool) (Suspense, bool) {
	i := slices.IndexFunc(s.Suspense, match)
	if i < 0 {
		return Suspense{}, false
	}
	return s.Suspense[i], true
}

// Evolve gives the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Requested:
		return State{
			Identity: e.Identity, Status: StatusPending, ExpiresAt: e.ExpiresAt,
			Rates: e.Rates, HoldUntilSettled: e.HoldUntilSettled, VATRate: e.VATRate,
			Charge: Charge{Fee: e.Fee, VAT: e.VAT, Net: e.Net, VATRate: e.VATRate}, RequestedAt: e.At,
		}
	case Opened:
		s.Opening, s.ExpiresAt = e, e.ExpiresAt
	case Refused:
		s.Status = StatusFailed
	case Paid:
		s.Identity, s.Status = e.Identity, StatusPaid
		s.Receipt, s.Charge, s.Held = e.Receipt, e.Charge, e.Held
	case Settled:
		s.Status = StatusSettled
	case Expired:
		s.Status = StatusExpired
	case Suspended:
		s.Suspense = append(slices.Clip(s.Suspense),
			Suspense{ID: e.SuspenseID, ChannelCode: e.ChannelCode, Receipt: e.Receipt})
	case SuspenseReleased:
		return s.changed(e.SuspenseID, func(m *Suspense) { m.Closed = true })
	case SuspenseRefunded:
		return s.changed(e.SuspenseID, func(m *Suspense) { m.Closed = true })
	case SuspenseSettled:
		return s.changed(e.SuspenseID, func(m *Suspense) { m.Settled = true })
	}
	return s
}

func (s State) changed(suspenseID int64, change func(*Suspense)) State {
	s.Suspense = slices.Clone(s.Suspense)
	for i := range s.Suspense {
		if s.Suspense[i].ID == suspenseID {
			change(&s.Suspense[i])
		}
	}
	return s
}
