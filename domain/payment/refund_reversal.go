package payment

import (
	"slices"
	"time"

	"gateway/domain"
)

// reverseWithRefunds decides on news about this money, which may be the outcome of a refund that was asked for: then that
// refund has succeeded. A chargeback cancels the refunds of the money that were not sent.
func (s State) reverseWithRefunds(m meant, news Reversal, at time.Time) []domain.Event {
	if m.credit == nil {
		return s.reverse(m.received, news, at)
	}
	if news.Kind != Chargeback {
		if r, ok := s.refundOf(m.suspenseID(), news); ok {
			events, err := SucceedRefund(s, SucceedRefundCmd{RefundID: r.RefundID, Kind: news.Kind, ReversalID: news.ReversalID, At: at})
			if err == nil {
				return events
			}
		}
		return s.reverse(m.received, news, at)
	}
	var events []domain.Event
	for _, r := range s.Refunds {
		if r.IsOpen() && !r.MayBeAtProvider() && r.SuspenseID == m.suspenseID() {
			events = append(events, s.cancelRefund(r, ByProvider, "chargeback", at))
		}
	}
	after := Aggregate.Fold(s, events...)
	c, _ := after.credit(m.suspenseID())
	return append(events, after.reverse(received{credit: &c, suspense: m.suspense}, news, at)...)
}

// refundOf finds the refund that the news is the outcome of: the one that has its id at the provider, or else the oldest
// one of this amount that the provider may have without our knowing its id.
func (s State) refundOf(suspenseID int64, news Reversal) (r RefundOf, ok bool) {
	for _, isIt := range []func(RefundOf) bool{
		func(r RefundOf) bool { return r.ProviderID == news.ReversalID },
		func(r RefundOf) bool {
			return r.ProviderID == "" && (news.Amount.IsZero() || r.Amount.Equal(news.Amount))
		},
	} {
		i := slices.IndexFunc(s.Refunds, func(r RefundOf) bool { return r.MayBeAtProvider() && r.SuspenseID == suspenseID && isIt(r) })
		if i >= 0 {
			return s.Refunds[i], true
		}
	}
	return r, false
}
