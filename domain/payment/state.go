package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// Aggregate folds payment streams.
var Aggregate = domain.Aggregate[State]{Category: "payment", Evolve: Evolve}

// Stream names the stream of a payment.
func Stream(transactionID string) string { return Aggregate.Stream(transactionID) }

// The statuses of a payment. Callbacks report only PAID, SETTLED and EXPIRED.
const (
	StatusPending = "PENDING"
	StatusPaid    = "PAID"
	StatusSettled = "SETTLED"
	StatusExpired = "EXPIRED"
	StatusFailed  = "FAILED"
)

// Statuses returns all statuses of a payment.
func Statuses() []string {
	return []string{StatusPending, StatusPaid, StatusSettled, StatusExpired, StatusFailed}
}

// State is one payment.
type State struct {
	// Identity is copied from the last event: once an invoice is paid, its ChannelCode is the channel that it
	// was paid with. Its Connection is the one that was asked for the payment.
	Identity
	// Given lists the connections that were asked before, and certainly made nothing.
	Given []string
	// Customer holds what the request says about the payer, for the provider.
	Customer Customer
	// Status is empty before the payment is requested.
	Status string
	// QuotedCode is the channel code of the request. Its rate is used for the quote.
	QuotedCode       string
	Rates            map[string]pricing.Rate
	HoldUntilSettled []string
	VATRate          decimal.Decimal
	VATExempt        bool
	// ExpiresAt is the provider's time, or the requested one before the provider answered.
	ExpiresAt time.Time
	// Opening is the provider's answer with the instructions to pay; it is zero until the provider has
	// answered.
	Opening     Opened
	RequestedAt time.Time
	// Chain is the transaction_id of the oldest payment of the chain, empty without a chain. Replaces is the
	// payment that this one replaces, and ReplacedBy lists those that replaced it.
	Chain      string
	Replaces   string
	ReplacedBy []string
	// GivenUp is the number of the last claim of the chain that this payment gave up, 0 for none.
	GivenUp int
	// ToClose is true while the provider must be told that the payment ended, and the outcome is not known
	// yet.
	ToClose bool
	// Receipt, Charge and Held are copied from Paid. Before it, Charge is the quote.
	Receipt Receipt
	Charge  Charge
	Held    bool
	// PaidFromSuspense is the suspense id of the money that made the payment PAID; 0 if that money did not
	// come out of suspense.
	PaidFromSuspense int64
	Credits          []Credit
	Suspense         []Suspense
	Reversals        []DecidedReversal
	// Refunds lists the refunds that the merchant asked for, in the order of their requests.
	Refunds []RefundOf
	// Disputes lists the disputes of customers, in the order in which they were opened.
	Disputes []DisputeOf
	// WaitingReversals lists the reversals that are not decided yet.
	WaitingReversals []WaitingReversal
	// Waiting lists the notifications that the provider has not confirmed yet.
	Waiting []WaitingNews
	// Disbelieved lists the last notifications that the provider did not confirm: at most MaxWaiting.
	Disbelieved []WaitingNews
}

// Customer holds what the provider learns about the payer: CustomerName for a virtual account or an invoice,
// CustomerPhone for an e-wallet, the pages that the customer returns to, and what an invoice is for.
type Customer struct {
	CustomerName  string
	CustomerPhone string
	SuccessURL    string
	FailureURL    string
	Description   string
}

// Exists reports whether the payment was requested.
func (s State) Exists() bool { return s.Status != "" }

// Lookup names the payment for the connection that has it.
func (s State) Lookup() report.Lookup {
	return report.Lookup{
		Channel: pricing.Kind(s.Channel), ChannelCode: s.QuotedCode, TransactionID: s.TransactionID, Number: s.ID,
		ProviderID: s.Opening.ProviderID,
	}
}

// Opened reports whether the provider accepted the payment.
func (s State) Opened() bool { return !s.Opening.At.IsZero() }

// Paid reports whether the payment was credited.
func (s State) Paid() bool { return s.Status == StatusPaid || s.Status == StatusSettled }

func notFound() error {
	return domain.Refuse(domain.NotFound, "payment_not_found", "there is no such payment")
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Requested:
		return State{
			Identity: e.Identity, Status: StatusPending, ExpiresAt: e.ExpiresAt,
			Customer: Customer{
				CustomerName: e.CustomerName, CustomerPhone: e.CustomerPhone, SuccessURL: e.SuccessURL, FailureURL: e.FailureURL,
				Description: e.Description,
			},
			QuotedCode: e.ChannelCode, Rates: e.Rates, HoldUntilSettled: e.HoldUntilSettled, VATRate: e.VATRate,
			VATExempt: e.VATExempt, Charge: Charge{Fee: e.Fee, VAT: e.VAT, Net: e.Net, VATRate: e.chargedVATRate()}, RequestedAt: e.At,
		}
	case Rerouted:
		s.Given = append(slices.Clip(s.Given), s.Connection)
		s.Connection = e.Connection
	case Opened:
		s.Opening, s.ExpiresAt = e, e.ExpiresAt
	case Refused:
		s.Status = StatusFailed
	case Paid:
		asked := s.Connection
		s.Identity, s.Status = e.Identity, StatusPaid
		s.Connection = asked
		s.Receipt, s.Charge, s.Held, s.PaidFromSuspense = e.Receipt, e.Charge, e.Held, e.SuspenseID
		if e.SuspenseID == 0 { // otherwise SuspenseReleased credited it
			s.Credits = append(slices.Clip(s.Credits), newCredit(0, e.Identity, e.Receipt, e.Charge, e.Held, e.At))
		}
	case Settled:
		s.Status = StatusSettled
		return s.withCredit(s.PaidFromSuspense, func(c *Credit) { c.endHold(e.FromUnsettled) })
	case HoldEnded:
		if e.IsSettled() {
			s = s.withSuspense(e.SuspenseID, func(m *Suspense) { m.Settled = true })
		}
		return s.withCredit(e.SuspenseID, func(c *Credit) { c.endHold(e.FromUnsettled) })
	case Expired:
		s.Status = StatusExpired
		s.ToClose = e.Reason != "" && IsClosable(e.Channel)
	case Closed:
		s.ToClose = false
	case Chained:
		s.Chain, s.Replaces = e.Chain, e.Replaces
	case CustomerErased:
		s.Customer.CustomerName, s.Customer.CustomerPhone = "", ""
	case ClaimGivenUp:
		s.GivenUp = e.Number
	case Replaced:
		s.ReplacedBy, s.ExpiresAt = append(slices.Clip(s.ReplacedBy), e.By), e.ExpiresAt
	case Suspended:
		s.Suspense = append(slices.Clip(s.Suspense),
			Suspense{ID: e.SuspenseID, Connection: e.Connection, ChannelCode: e.ChannelCode, Receipt: e.Receipt, Left: e.PaidAmount})
	case SuspenseReleased:
		s.Credits = append(slices.Clip(s.Credits), newCredit(e.SuspenseID, e.Identity, e.Receipt, e.Charge, e.Held, e.At))
		return s.withSuspense(e.SuspenseID, func(m *Suspense) { m.Closed, m.Left = true, decimal.Zero })
	case SuspenseRefunded:
		return s.withSuspense(e.SuspenseID, func(m *Suspense) {
			m.Closed = true
			if !e.WaitsForProvider() {
				m.Left, m.RefundedByHand = decimal.Zero, true
			}
		})
	case SuspenseReopened:
		return s.withSuspense(e.SuspenseID, func(m *Suspense) { m.Closed, m.Reopened = false, true })
	case SuspenseSettled:
		return s.withSuspense(e.SuspenseID, func(m *Suspense) { m.Settled = true })
	case Reported:
		s.Waiting = append(slices.Clip(s.withoutWaiting(e.Key()).Waiting), WaitingNews{e.News, e.Connection})
	case ReportAnswered:
		return s.withoutWaiting(e.Key())
	case Contradicted:
		return s.withoutWaiting(e.Key()).withDisbelieved(WaitingNews{e.News, e.Connection})
	case Reversed:
		return s.withReversed(e)
	case ReversalReported:
		return s.withWaitingReversal(e)
	case ReversalContradicted:
		d := DecidedReversal{ReversalID: e.ReversalID, Kind: e.Kind, Contradicted: true}
		if e.Contradiction == MoreThanPaid {
			d.Exceeding = &e.Reversal
		}
		return s.withDecided(d)
	}
	return evolveRefund(s, event)
}
