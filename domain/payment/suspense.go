package payment

import (
	"slices"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// The reasons for suspense.
const (
	ReasonAmountMismatch = "amount_mismatch"
	ReasonSecondPayment  = "second_payment"
	// ReasonOrderPaid: another payment of the same chain has claimed it.
	ReasonOrderPaid = "order_paid"
)

// The statuses of money in suspense.
const (
	SuspenseStatusOpen     = "open"
	SuspenseStatusReleased = "released"
	SuspenseStatusRefunded = "refunded"
	SuspenseStatusReversed = "reversed"
)

// SuspenseStatuses returns all statuses of money in suspense.
func SuspenseStatuses() []string {
	return []string{SuspenseStatusOpen, SuspenseStatusReleased, SuspenseStatusRefunded, SuspenseStatusReversed}
}

// Suspended says that money arrived that cannot be credited as it is. The ChannelCode of its Identity is the
// channel that this money came by; the same holds in the events that end the suspense. The payment keeps its
// own channel.
type Suspended struct {
	Identity
	Receipt
	SuspenseID int64     `json:"suspense_id"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// SuspenseReleased gives suspended money to the client, less fee and VAT. PaidAmount of the receipt is what
// was left of the money; the same holds in SuspenseRefunded.
type SuspenseReleased struct {
	Identity
	Receipt
	Charge
	SuspenseID int64     `json:"suspense_id"`
	Held       bool      `json:"held"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// The accounts that a refund from suspense is paid from.
const (
	// RefundFromProvider: the provider gives the money back. It stays in suspense until the provider lists
	// the refund, which gives a Reversed.
	RefundFromProvider = "provider"
	// RefundFromBank: a person paid it from the gateway's own bank account.
	RefundFromBank = "bank"
)

// SuspenseRefunded says that an administrator decided to return suspended money to the customer.
type SuspenseRefunded struct {
	Identity
	Receipt
	SuspenseID int64  `json:"suspense_id"`
	By         string `json:"by"`
	Reason     string `json:"reason"`
	// PaidFrom is RefundFromProvider or RefundFromBank. It is empty in older events, which were booked as if
	// the provider had paid at once.
	PaidFrom string    `json:"paid_from"`
	At       time.Time `json:"at"`
}

// WaitsForProvider reports whether the money stays in suspense until the provider lists
// the refund.
func (e SuspenseRefunded) WaitsForProvider() bool { return e.PaidFrom == RefundFromProvider }

// SuspenseSettled says that the provider reported SETTLED for money that is in suspense, so that a later
// release does not wait for that report; or for money that left suspense: refunded, taken back, or released
// and no longer held. It moves no money.
type SuspenseSettled struct {
	Identity
	SuspenseID int64     `json:"suspense_id"`
	At         time.Time `json:"at"`
}

// Suspense is money that waits, or waited, for an administrator's decision.
type Suspense struct {
	ID int64
	// Connection received it.
	Connection  string
	ChannelCode string
	Receipt     Receipt
	// Left is the amount in suspense, and Reversed the amount that the provider took back, in rupiah.
	Left     decimal.Decimal
	Reversed decimal.Decimal
	// Settled is true if the provider reported SETTLED for it.
	Settled bool
	// Closed is true if it was released or refunded, or all of it was taken back.
	Closed bool
	// RefundedByHand is true if it was paid back without the provider. Reopened is true if a refund through
	// the provider was given up.
	RefundedByHand, Reopened bool
}

func (s State) suspend(cmd PayCmd, reason string) ([]domain.Event, error) {
	if cmd.SuspenseID == 0 {
		return nil, ErrNeedsSuspenseID
	}
	suspended := Suspended{
		Identity: s.identityPaidWith(cmd.Connection, s.codePaidWith(cmd.ChannelCode)), Receipt: cmd.Receipt,
		SuspenseID: cmd.SuspenseID, Reason: reason, At: cmd.At,
	}
	return s.decideWaiting([]domain.Event{suspended}, cmd.At), nil
}

// ReleaseSuspense gives the client what is left of suspended money, less fee and VAT on it. If the payment is
// not PAID yet, the money makes it PAID, and SETTLED too if the provider reported that in the meantime. If
// another payment of its chain is the claimant, the status stays, as with a second payment. claim may be zero
// until ReleaseSuspense returns *NeedsClaim. Checks:
//
//  1. payment_not_found, then suspense_not_found
//  2. suspense_closed: released, refunded or taken back already
//  3. invalid_field reason: it is empty
//  4. reversal_pending: an undecided reversal may concern this money
func ReleaseSuspense(s State, suspenseID int64, claim Claim, by, reason string, at time.Time) ([]domain.Event, error) {
	m, err := s.openSuspense(suspenseID, reason, at)
	if err != nil {
		return nil, err
	}
	becomesPaid := !s.Paid()
	if becomesPaid {
		if becomesPaid, err = s.mayBePaid(claim, true); err != nil {
			return nil, err
		}
	}
	// Money of a held channel is held until its own SETTLED, also if it is a second payment.
	paid := s.paid(m.Connection, m.remaining(), m.ChannelCode, s.isHeldChannel(m.ChannelCode) && !m.Settled, at)
	paid.SuspenseID = suspenseID
	released := SuspenseReleased{
		Identity: paid.Identity, Receipt: paid.Receipt, Charge: paid.Charge,
		SuspenseID: suspenseID, Held: paid.Held, By: by, Reason: reason, At: at,
	}
	if !becomesPaid {
		return []domain.Event{released}, nil
	}
	events := []domain.Event{released, paid}
	if m.Settled {
		events = append(events, Evolve(s, paid).settled(at))
	}
	return events, nil
}

// remaining returns the receipt with the amount that is left of the money.
func (m Suspense) remaining() Receipt {
	r := m.Receipt
	r.PaidAmount = m.Left
	return r
}

// RefundSuspense records that the provider returns what is left of suspended money. Checks are those of
// ReleaseSuspense.
func RefundSuspense(s State, suspenseID int64, by, reason string, at time.Time) ([]domain.Event, error) {
	return refundSuspense(s, suspenseID, by, reason, RefundFromProvider, at)
}

// RefundSuspenseByHand records that a person has paid back what is left of suspended money, from the
// gateway's own bank account. Checks are those of ReleaseSuspense.
func RefundSuspenseByHand(s State, suspenseID int64, by, reason string, at time.Time) ([]domain.Event, error) {
	return refundSuspense(s, suspenseID, by, reason, RefundFromBank, at)
}

func refundSuspense(s State, suspenseID int64, by, reason, paidFrom string, at time.Time) ([]domain.Event, error) {
	m, err := s.openSuspense(suspenseID, reason, at)
	if err != nil {
		return nil, err
	}
	return []domain.Event{SuspenseRefunded{
		Identity: s.identityPaidWith(m.Connection, m.ChannelCode), Receipt: m.remaining(),
		SuspenseID: suspenseID, By: by, Reason: reason, PaidFrom: paidFrom, At: at,
	}}, nil
}

func (s State) openSuspense(id int64, reason string, at time.Time) (Suspense, error) {
	m, err := s.suspenseOf(id)
	if err != nil {
		return m, err
	}
	if m.Closed {
		return m, domain.Refuse(domain.Invalid, "suspense_closed", "it was released, refunded or taken back already")
	}
	return m, s.mayDecideOn(m, reason, at)
}

func (s State) suspenseOf(id int64) (Suspense, error) {
	if !s.Exists() {
		return Suspense{}, notFound()
	}
	m, ok := s.findSuspense(func(m Suspense) bool { return m.ID == id })
	if !ok {
		return m, domain.Refuse(domain.NotFound, "suspense_not_found", "there is no such money in suspense")
	}
	return m, nil
}

func (s State) hasOpenSuspense() bool {
	_, open := s.findSuspense(func(m Suspense) bool { return !m.Closed })
	return open
}

func (s State) findSuspense(match func(Suspense) bool) (Suspense, bool) {
	i := slices.IndexFunc(s.Suspense, match)
	if i < 0 {
		return Suspense{}, false
	}
	return s.Suspense[i], true
}

func (s State) withSuspense(suspenseID int64, change func(*Suspense)) State {
	s.Suspense = slices.Clone(s.Suspense)
	for i := range s.Suspense {
		if s.Suspense[i].ID == suspenseID {
			change(&s.Suspense[i])
		}
	}
	return s
}

// SuspenseReopened says that an administrator gave up a refund through the provider that the provider has not
// listed: the money waits for a decision again. It moves no money.
type SuspenseReopened struct {
	Identity
	// Receipt has the amount that is left of the money as its PaidAmount.
	Receipt
	SuspenseID int64     `json:"suspense_id"`
	By         string    `json:"by"`
	Reason     string    `json:"reason"`
	At         time.Time `json:"at"`
}

// ReopenSuspense gives up a refund through the provider, for example one that the provider refused. If the
// provider lists that refund later, it concerns this money: it takes what is in suspense, takes nothing if
// the money was refunded by hand, and waits for a person if the money was released. Checks:
//
//  1. payment_not_found, then suspense_not_found
//  2. suspense_not_refunding: it is no refund through the provider, or the provider listed it
//  3. invalid_field reason: it is empty
//  4. reversal_pending: as in ReleaseSuspense
func ReopenSuspense(s State, suspenseID int64, by, reason string, at time.Time) ([]domain.Event, error) {
	m, err := s.suspenseOf(suspenseID)
	if err != nil {
		return nil, err
	}
	if !m.isToBeRefunded() {
		return nil, domain.Refuse(domain.Invalid, "suspense_not_refunding", "no refund of it through the provider is open")
	}
	if err := s.mayDecideOn(m, reason, at); err != nil {
		return nil, err
	}
	return []domain.Event{SuspenseReopened{
		Identity: s.identityPaidWith(m.Connection, m.ChannelCode), Receipt: m.remaining(), SuspenseID: m.ID, By: by, Reason: reason, At: at,
	}}, nil
}

// ReportBlocks is how long a notification of a reversal blocks the release or refund of money in suspense if
// the provider's books do not confirm it. They list a real reversal much earlier.
const ReportBlocks = 24 * time.Hour

// mayDecideOn refuses a decision without a reason, and a decision on money that the provider may have taken
// back.
func (s State) mayDecideOn(m Suspense, reason string, at time.Time) error {
	if reason == "" {
		return domain.InvalidField("reason", "is required")
	}
	pending := slices.ContainsFunc(s.WaitingReversals, func(w WaitingReversal) bool {
		if w.Unconfirmed && !at.Before(w.At.Add(ReportBlocks)) {
			return false
		}
		return slices.ContainsFunc(s.named(w.ProviderPaymentID), func(one received) bool {
			return one.is(m.ID) && one.fits(w.Reversal)
		})
	})
	if pending {
		return domain.Refuse(domain.Conflict, "reversal_pending",
			"money that may be this one was taken back: look at the payment's reversals first")
	}
	return nil
}
