package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Reverse decides on the news that money was taken back. News that does not name the money is about the money
// that earlier news of the same reversal named. Checks:
//
//  1. payment_not_found
//  2. invalid_field reversal_id, kind: the news lacks it, or it is unknown
//  3. the same news was decided before, or waits for the same: nothing happens
//  4. too_many_reversals: MaxReversals
//  5. the money is not known to have been paid: ReversalReported, decided again when it is
//  6. the news can be of several payments of money: ReversalReported as Undecided, until other news names the money, a chargeback
//     fits only one of them, or AssignReversal
//  7. a void of money that was voided: nothing happens
//  8. the news does not fit the money: ReversalContradicted
//  9. otherwise Reversed
//
// The result may supply what other waiting reversals need; Reverse decides those too.
func Reverse(s State, news Reversal, at time.Time) ([]domain.Event, error) {
	if err := s.checkReversal(news); err != nil || s.knowsReversal(news.ReversalID) {
		return nil, err
	}
	if before, waits := s.WaitingReversal(news.ReversalID); waits && news.ProviderPaymentID == "" {
		news.ProviderPaymentID = before.ProviderPaymentID
	}
	return s.decideWaiting(s.decide(news, at), at), nil
}

// decide decides on news, unless it would only wait for the same thing as before.
func (s State) decide(news Reversal, at time.Time) []domain.Event {
	m := s.meant(news)
	if m.found() && !m.undecided {
		return s.reverseWithRefunds(m, news, at)
	}
	before, waited := s.WaitingReversal(news.ReversalID)
	if waited && !before.Unconfirmed && before.Undecided == m.undecided && before.ProviderPaymentID == news.ProviderPaymentID {
		return nil
	}
	return []domain.Event{ReversalReported{
		Identity: s.Identity, Reversal: news, Undecided: m.undecided, Waited: waited, WasUndecided: before.Undecided, At: at,
	}}
}

func (s State) checkReversal(news Reversal) error {
	switch {
	case !s.Exists():
		return notFound()
	case news.ReversalID == "":
		return domain.InvalidField("reversal_id", "is required")
	case news.Kind != Void && news.Kind != Refund && news.Kind != Chargeback:
		return domain.InvalidField("kind", "must be void, refund or chargeback")
	case s.knowsReversal(news.ReversalID), s.waits(news.ReversalID):
		return nil
	case len(s.Reversals)+len(s.WaitingReversals) >= MaxReversals:
		return domain.Refuse(domain.Invalid, "too_many_reversals", "a payment has at most %d reversals", MaxReversals)
	}
	return nil
}

func (s State) reverse(m received, news Reversal, at time.Time) []domain.Event {
	if news.Kind == Void && s.isVoided(m.suspenseID()) {
		return nil
	}
	identity := s.identityPaidWith(m.connection(), m.channelCode())
	before, waited := s.WaitingReversal(news.ReversalID)
	if word := m.contradiction(news); word != "" && !s.mayTake(m, news) && !s.mayOverlap(m, news) {
		return []domain.Event{ReversalContradicted{
			Identity: identity, Reversal: news, PreviousStatus: s.Status, Contradiction: word,
			Waited: waited, WasUndecided: before.Undecided, At: at,
		}}
	}
	if news.Kind == Void {
		news.Amount = m.left()
	}
	e := Reversed{
		Identity: identity, Reversal: news, SuspenseID: m.suspenseID(), PreviousStatus: s.Status,
		Waited: waited, WasUndecided: before.Undecided, At: at,
	}
	if m.credit == nil {
		e.FromSuspense = decimal.Min(news.Amount, m.suspense.Left)
		e.SuspenseClosed = !m.suspense.Closed && e.FromSuspense.Equal(m.suspense.Left)
		return []domain.Event{e}
	}
	e.ClientBears = news.Amount
	if news.Kind == Void {
		e.Fee, e.VAT, e.ClientBears = m.credit.Charge.Fee, m.credit.Charge.VAT, m.credit.Charge.Net
	}
	e.FromUnsettled = decimal.Min(e.ClientBears, m.credit.Unsettled)
	return []domain.Event{e}
}

func (m received) contradiction(news Reversal) string {
	switch {
	case news.Kind != Refund && m.wasRefundedByHand():
		return RefundedByHand
	case news.Kind == Void && !m.reversed().IsZero():
		return VoidAfterReversal
	case news.Kind == Void && !news.Amount.IsZero() && !news.Amount.Equal(m.left()):
		return OtherAmount
	case news.Kind == Void:
		return ""
	case !news.Amount.IsPositive(), money.CheckWhole(news.Amount) != nil:
		return NotWhole
	case news.Amount.GreaterThan(m.left()):
		return MoreThanPaid
	}
	return ""
}

// decideWaiting appends the decisions on waiting reversals that have become possible after the events: their
// money has arrived, or only one candidate is left.
func (s State) decideWaiting(events []domain.Event, at time.Time) []domain.Event {
	after := Aggregate.Fold(s, events...)
	for decided := true; decided; {
		decided = false
		for _, w := range after.WaitingReversals {
			if w.Unconfirmed {
				continue
			}
			if more := after.decide(w.Reversal, at); len(more) > 0 {
				after, events, decided = Aggregate.Fold(after, more...), append(events, more...), true
				break
			}
		}
	}
	return events
}

// decideExceeding appends what follows for reversals that took more than was left, now that money came back. The provider may have
// reported them before it reported that.
func (s State) decideExceeding(events []domain.Event, at time.Time) []domain.Event {
	after := Aggregate.Fold(s, events...)
	for _, d := range after.Reversals {
		if d.Exceeding == nil {
			continue
		}
		m := after.meant(*d.Exceeding)
		if m.found() && !m.undecided && (m.contradiction(*d.Exceeding) == "" || after.mayTake(m.received, *d.Exceeding)) {
			more := wasContradicted(after.reverseWithRefunds(m, *d.Exceeding, at))
			after, events = Aggregate.Fold(after, more...), append(events, more...)
		}
	}
	return events
}

// wasContradicted marks the reversal among the events; none if there is no reversal.
func wasContradicted(events []domain.Event) []domain.Event {
	for i, e := range events {
		if reversed, is := e.(Reversed); is {
			reversed.WasContradicted = true
			events[i] = reversed
			return events
		}
	}
	return nil
}

// DecidedReversal is a reversal that was decided: it concerns the money with this suspense id, or is a
// contradiction.
type DecidedReversal struct {
	ReversalID   string
	Kind         string
	SuspenseID   int64
	Contradicted bool
	// Exceeding is the news of one that took more than was left; nil for any other.
	Exceeding *Reversal
	// Took is what it took; Returned says that it came back.
	Took     Reversed
	Returned bool
}

// WaitingReversal is a reversal that is not decided yet: the gateway does not know that its money was paid,
// only a notification reports it (Unconfirmed), or a person must decide which money it was (Undecided).
type WaitingReversal struct {
	Reversal
	Unconfirmed bool
	Undecided   bool
	At          time.Time
}

func (s State) knowsReversal(id string) bool {
	return slices.ContainsFunc(s.Reversals, func(d DecidedReversal) bool { return d.ReversalID == id })
}

// WaitingReversal finds a reversal that waits. It returns the zero value if none waits.
func (s State) WaitingReversal(id string) (w WaitingReversal, waits bool) {
	i := slices.IndexFunc(s.WaitingReversals, func(w WaitingReversal) bool { return w.ReversalID == id })
	if i < 0 {
		return w, false
	}
	return s.WaitingReversals[i], true
}

func (s State) waits(id string) bool {
	_, waits := s.WaitingReversal(id)
	return waits
}

// withoutWaitingReversals returns the state without the waiting reversals that match.
func (s State) withoutWaitingReversals(match func(Reversal) bool) State {
	s.WaitingReversals = slices.DeleteFunc(slices.Clone(s.WaitingReversals), func(w WaitingReversal) bool { return match(w.Reversal) })
	return s
}

func (s State) withWaitingReversal(e ReversalReported) State {
	s = s.withoutWaitingReversals(func(w Reversal) bool { return w.ReversalID == e.ReversalID })
	s.WaitingReversals = append(s.WaitingReversals, WaitingReversal{e.Reversal, e.Unconfirmed, e.Undecided, e.At})
	return s
}

func (s State) isVoided(suspenseID int64) bool {
	return slices.ContainsFunc(s.Reversals, func(d DecidedReversal) bool {
		return d.Kind == Void && d.SuspenseID == suspenseID && !d.Contradicted && !d.Returned
	})
}

func (s State) withReversed(e Reversed) State {
	if e.Kind == Void { // otherwise other news of this void would wait on
		before := s
		s = s.withoutWaitingReversals(func(w Reversal) bool { return w.Kind == Void && before.meant(w).isOnly(e.SuspenseID) })
	}
	s = s.withDecided(DecidedReversal{ReversalID: e.ReversalID, Kind: e.Kind, SuspenseID: e.SuspenseID, Took: e})
	if e.RefundID != 0 {
		s = s.withRefund(e.RefundID, func(r *RefundOf) { r.Status, r.ReversalID = RefundStatusSucceeded, e.ReversalID })
	}
	if e.DisputeID != 0 {
		s = s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Held, d.ReversalID = false, e.ReversalID })
	}
	if _, credited := s.credit(e.SuspenseID); credited {
		return s.withCredit(e.SuspenseID, func(c *Credit) {
			c.Reversed, c.Unsettled = c.Reversed.Add(e.Reversal.Amount), c.Unsettled.Sub(e.FromUnsettled).Add(e.ToUnsettled)
			if e.Paid != nil {
				c.PaidOtherwise = c.PaidOtherwise.Add(e.Reversal.Amount)
			}
		})
	}
	return s.withSuspense(e.SuspenseID, func(m *Suspense) {
		m.Reversed, m.Left = m.Reversed.Add(e.Reversal.Amount), m.Left.Sub(e.FromSuspense)
		m.Closed = m.Closed || e.SuspenseClosed
	})
}

func (s State) withDecided(d DecidedReversal) State {
	others := slices.DeleteFunc(slices.Clone(s.Reversals), func(before DecidedReversal) bool { return before.ReversalID == d.ReversalID })
	s.Reversals = append(others, d)
	return s.withoutWaitingReversals(func(w Reversal) bool { return w.ReversalID == d.ReversalID })
}

// ReversalAssigned says that an administrator decided which money of the payment was taken back. The
// following Reversed or ReversalContradicted holds the result.
type ReversalAssigned struct {
	Identity
	ReversalID string `json:"reversal_id"`
	// SuspenseID identifies the suspended money; 0 for money that was credited at once.
	SuspenseID        int64     `json:"suspense_id"`
	ProviderPaymentID string    `json:"provider_payment_id"`
	By                string    `json:"by"`
	Reason            string    `json:"reason"`
	At                time.Time `json:"at"`
}

// AssignCmd says which money was taken back. PaymentID is the provider's id of it.
type AssignCmd struct {
	ReversalID, PaymentID string
	// RefundID names the refund that it is the outcome of; 0 for none of those that were asked for. It is nil if that was not
	// said, which is enough where no refund fits.
	RefundID   *int64
	By, Reason string
	At         time.Time
}

// AssignReversal decides a reversal that is Undecided, or one that is Unconfirmed, after a person found it in
// the provider's dashboard because the gateway no longer reads that part of the provider's books. Checks:
//
//  1. payment_not_found, then reversal_not_found
//  2. reversal_not_undecided: it was decided, or waits for money
//  3. invalid_field payment_id: the payment has no such money, or it can't have been taken back
//     like this
//  4. invalid_field reason: it is empty
//  5. invalid_field refund_id: it was not said, and refunds fit; or that refund does not fit
func AssignReversal(s State, cmd AssignCmd) ([]domain.Event, error) {
	news, err := s.undecidedReversal(cmd.ReversalID)
	if err != nil {
		return nil, err
	}
	named := s.named(cmd.PaymentID)
	if cmd.PaymentID == "" || len(named) != 1 {
		return nil, domain.InvalidField("payment_id", "is not the provider's id of money of this payment")
	}
	m := named[0]
	isNamed := slices.ContainsFunc(s.named(news.ProviderPaymentID), func(one received) bool { return one.is(m.suspenseID()) })
	if !isNamed || !s.fits(m, news) && !s.mayOverlap(m, news) {
		return nil, domain.InvalidField("payment_id", "is of money that can't have been taken back like this")
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	assigned := ReversalAssigned{
		Identity: s.identityPaidWith(m.connection(), m.channelCode()), ReversalID: news.ReversalID, SuspenseID: m.suspenseID(),
		ProviderPaymentID: m.receipt().ProviderPaymentID, By: cmd.By, Reason: cmd.Reason, At: cmd.At,
	}
	decided, err := s.assigned(m, news, cmd)
	if err != nil {
		return nil, err
	}
	return s.decideWaiting(append([]domain.Event{assigned}, decided...), cmd.At), nil
}

// assigned decides on news whose money a person named: it is the outcome of the refund that the person named, or of none.
func (s State) assigned(m received, news Reversal, cmd AssignCmd) ([]domain.Event, error) {
	if news.Kind == Chargeback && m.credit != nil {
		return s.chargeBack(meant{received: m}, news, cmd.At), nil
	}
	fitting := s.refundsOf(m.suspenseID(), news)
	if news.Kind == Chargeback || cmd.RefundID != nil && *cmd.RefundID == 0 || cmd.RefundID == nil && len(fitting) == 0 {
		if !m.fits(news) && !s.mayOverlap(m, news) { // only a refund, which it is not, could give so much back
			return nil, domain.InvalidField("payment_id", "is of money that can't have been taken back like this")
		}
		return s.reverse(m, news, cmd.At), nil
	}
	if cmd.RefundID == nil {
		return nil, domain.InvalidField("refund_id", "is required: %d refunds fit, say which, or 0 for none of them", len(fitting))
	}
	if !slices.ContainsFunc(fitting, func(r RefundOf) bool { return r.RefundID == *cmd.RefundID }) {
		return nil, domain.InvalidField("refund_id", "is not a refund of this money and amount that the provider may have")
	}
	return SucceedRefund(s, SucceedRefundCmd{RefundID: *cmd.RefundID, Kind: news.Kind, ReversalID: news.ReversalID, At: cmd.At})
}

func (s State) undecidedReversal(id string) (Reversal, error) {
	if !s.Exists() {
		return Reversal{}, notFound()
	}
	w, waits := s.WaitingReversal(id)
	switch {
	case !waits && !s.knowsReversal(id):
		return Reversal{}, domain.Refuse(domain.NotFound, "reversal_not_found", "there is no such reversal")
	case !w.Undecided && !w.Unconfirmed:
		return Reversal{}, domain.Refuse(domain.Invalid, "reversal_not_undecided", "no person has to decide on this reversal")
	}
	return w.Reversal, nil
}
