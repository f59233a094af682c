package payment

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// Reverse decides on the news that money was taken back. Checks:
//
//  1. payment_not_found
//  2. invalid_field reversal_id, kind: the news has none that is known
//  3. the same news was decided before, or waits for the same money: nothing happens
//  4. too_many_reversals: MaxReversals
//  5. the money is not known to have been paid: ReversalReported, decided again when it is
//  6. a void of money that was voided: nothing happens
//  7. the news does not fit the money: ReversalContradicted
//  8. else Reversed
func Reverse(s State, news Reversal, at time.Time) ([]domain.Event, error) {
	if err := s.checkReversal(news); err != nil || s.knowsReversal(news.ReversalID) {
		return nil, err
	}
	if m := s.meant(news); m.found() {
		return s.reverse(m, news, at), nil
	}
	if s.waitsForMoney(news.ReversalID) {
		return nil, nil
	}
	return []domain.Event{ReversalReported{
		Identity: s.Identity, Reversal: news, Waited: s.waits(news.ReversalID), At: at,
	}}, nil
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

// meant finds the money that the news is about: that with the id of the news, or the first
// of a payment with that id; or else the likeliest.
func (s State) meant(news Reversal) received {
	all := s.all()
	for _, isCalled := range []func(Receipt, string) bool{Receipt.isPaymentID, Receipt.isProviderID} {
		for _, m := range all {
			if isCalled(m.receipt(), news.ProviderPaymentID) {
				return m
			}
		}
	}
	if news.ProviderPaymentID != "" || len(all) == 0 {
		return received{}
	}
	for _, likely := range likelihoods {
		for _, m := range all {
			if likely(m, news.Amount) {
				return m
			}
		}
	}
	return all[0]
}

// likelihoods say which money the news is about that names none, the likeliest first: a
// refund out of suspense that the provider was asked for; money of that amount that no
// client has, because it is in suspense or was refunded by hand; money that the client was
// credited with; all other money.
var likelihoods = []func(m received, amount decimal.Decimal) bool{
	func(m received, amount decimal.Decimal) bool {
		return m.isToBeRefunded() && m.suspense.Left.Equal(amount)
	},
	func(m received, amount decimal.Decimal) bool {
		return m.isToBeRefunded() && !m.suspense.Left.LessThan(amount)
	},
	func(m received, amount decimal.Decimal) bool { return m.credit == nil && m.left().Equal(amount) },
	func(m received, amount decimal.Decimal) bool { return m.credit != nil && m.covers(amount) },
	func(m received, amount decimal.Decimal) bool { return m.covers(amount) },
}

func (s State) reverse(m received, news Reversal, at time.Time) []domain.Event {
	if news.Kind == Void && s.isVoided(m.suspenseID()) {
		return nil
	}
	identity := s.identityPaidWith(m.channelCode())
	if word := m.contradiction(news); word != "" {
		return []domain.Event{ReversalContradicted{
			Identity: identity, Reversal: news, PreviousStatus: s.Status, Contradiction: word,
			Waited: s.waits(news.ReversalID), At: at,
		}}
	}
	if news.Kind == Void {
		news.Amount = m.left()
	}
	e := Reversed{
		Identity: identity, Reversal: news, SuspenseID: m.suspenseID(), PreviousStatus: s.Status,
		Waited: s.waits(news.ReversalID), At: at,
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

// decideWaiting returns the events with what they let be decided of the reversals that
// wait: those of money that has come with the events.
func (s State) decideWaiting(events []domain.Event, at time.Time) []domain.Event {
	if len(s.WaitingReversals) == 0 {
		return events
	}
	after := Aggregate.Fold(s, events...)
	for _, w := range s.WaitingReversals {
		m := after.meant(w.Reversal)
		if w.Unconfirmed || !m.found() {
			continue
		}
		more := after.reverse(m, w.Reversal, at)
		after = Aggregate.Fold(after, more...)
		events = append(events, more...)
	}
	return events
}

// DecidedReversal is a reversal that was decided: of the money with this suspense id, or
// a contradiction.
type DecidedReversal struct {
	ReversalID   string
	Kind         string
	SuspenseID   int64
	Contradicted bool
}

// WaitingReversal is a reversal of money that is not known to have been paid, or one that
// only a notification says.
type WaitingReversal struct {
	Reversal
	Unconfirmed bool
}

func (s State) knowsReversal(id string) bool {
	return slices.ContainsFunc(s.Reversals, func(d DecidedReversal) bool { return d.ReversalID == id })
}

func (s State) waits(id string) bool {
	return slices.ContainsFunc(s.WaitingReversals, func(w WaitingReversal) bool { return w.ReversalID == id })
}

func (s State) waitsForMoney(id string) bool {
	return slices.ContainsFunc(s.WaitingReversals, func(w WaitingReversal) bool { return w.ReversalID == id && !w.Unconfirmed })
}

// withoutWaitingReversals leaves out those that wait and match.
func (s State) withoutWaitingReversals(match func(Reversal) bool) State {
	s.WaitingReversals = slices.DeleteFunc(slices.Clone(s.WaitingReversals), func(w WaitingReversal) bool { return match(w.Reversal) })
	return s
}

func (s State) withWaitingReversal(e ReversalReported) State {
	s = s.withoutWaitingReversals(func(w Reversal) bool { return w.ReversalID == e.ReversalID })
	s.WaitingReversals = append(s.WaitingReversals, WaitingReversal{e.Reversal, e.Unconfirmed})
	return s
}

func (s State) isVoided(suspenseID int64) bool {
	return slices.ContainsFunc(s.Reversals, func(d DecidedReversal) bool {
		return d.Kind == Void && d.SuspenseID == suspenseID && !d.Contradicted
	})
}

func (s State) withReversed(e Reversed) State {
	if e.Kind == Void { // other news of this void must not wait on
		before := s
		s = s.withoutWaitingReversals(func(w Reversal) bool { return w.Kind == Void && before.meant(w).is(e.SuspenseID) })
	}
	s = s.withDecided(DecidedReversal{ReversalID: e.ReversalID, Kind: e.Kind, SuspenseID: e.SuspenseID})
	if _, credited := s.credit(e.SuspenseID); credited {
		return s.withCredit(e.SuspenseID, func(c *Credit) {
			c.Reversed, c.Unsettled = c.Reversed.Add(e.Reversal.Amount), c.Unsettled.Sub(e.FromUnsettled)
		})
	}
	return s.withSuspense(e.SuspenseID, func(m *Suspense) {
		m.Reversed, m.Left = m.Reversed.Add(e.Reversal.Amount), m.Left.Sub(e.FromSuspense)
		m.Closed = m.Closed || e.SuspenseClosed
	})
}

func (s State) withDecided(d DecidedReversal) State {
	s.Reversals = append(slices.Clip(s.Reversals), d)
	return s.withoutWaitingReversals(func(w Reversal) bool { return w.ReversalID == d.ReversalID })
}
