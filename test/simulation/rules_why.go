package simulation

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/why"
	"gateway/eventstore"
)

// checkWhy asks, after each event of a payment, a payout or a callback, what it waits for. There is an answer
// each time. After the last event, what is final waits for nothing, and what is open waits for something.
func (w *world) checkWhy() {
	streams := map[string][]why.Fact{}
	for _, e := range w.events() {
		fact := why.Fact{Event: e.Event, Place: why.Place{
			Stream: e.Stream, Revision: e.Revision, Position: e.Position.Commit, Type: e.Type, At: e.BookedAt,
		}}
		if name := whyName(e); name != "" {
			streams[name] = append(streams[name], fact)
			w.judgeWhy(name, streams[name], e.BookedAt)
		}
	}
	for name, facts := range streams {
		a := w.judgeWhy(name, facts, facts[len(facts)-1].At)
		if open := isOpen(name, facts); open != a.Waits() {
			w.fail("%s is open: %t, and waits: %t, for %+v", name, open, a.Waits(), a.Reasons)
		}
	}
}

// whyName names what an event is about. It is empty if that can't be asked about.
func whyName(e eventstore.Envelope) string {
	switch category, _, _ := strings.Cut(e.Stream, "-"); category {
	case payment.Aggregate.Category, callback.Aggregate.Category:
		return e.Stream
	}
	if p, ok := e.Event.(interface{ PayoutID() (string, int64) }); ok {
		kind, id := p.PayoutID()
		return kind + "-" + strconv.FormatInt(id, 10)
	}
	return ""
}

func (w *world) judgeWhy(name string, facts []why.Fact, now time.Time) (a why.Answer) {
	surrounding := why.World{Now: now, PostedKnown: true, Posted: 1 << 60}
	switch category, id, _ := strings.Cut(name, "-"); category {
	case payment.Aggregate.Category:
		a = why.OfPayment(facts, surrounding)
		switch e := facts[len(facts)-1].Event.(type) {
		case interface{ RefundOf() int64 }:
			if _, undone := e.(payment.RefundUndone); !undone { // it was never seen
				w.judgeReasons("refund of "+name, why.OfRefund(e.RefundOf(), facts, surrounding))
			}
		case interface{ OfDispute() int64 }:
			w.judgeReasons("dispute of "+name, why.OfDispute(e.OfDispute(), facts, surrounding))
		}
	case callback.Aggregate.Category:
		a = why.OfCallback(why.Callback{ID: id, Facts: facts}, surrounding)
	default:
		a = why.OfPayout(facts, surrounding)
	}
	w.judgeReasons(name+" after "+facts[len(facts)-1].Type, a)
	return a
}

// judgeReasons expects reasons that each have a code and an event, also those that a merchant sees.
func (w *world) judgeReasons(name string, a why.Answer) {
	for _, r := range a.Reasons {
		if r.Code == "" || r.Event.Stream == "" {
			w.fail("%s: a reason without a code or an event: %+v", name, r)
		}
	}
	if len(a.Reasons) == 0 || len(a.ForMerchant().Reasons) == 0 || a.Reasons[0].Code == why.NothingWaits {
		w.fail("%s has no reason", name)
	}
}

// isOpen folds the states that decisions use.
func isOpen(name string, facts []why.Fact) bool {
	switch category, _, _ := strings.Cut(name, "-"); category {
	case payment.Aggregate.Category:
		var s payment.State
		for _, f := range facts {
			s = payment.Evolve(s, f.Event)
		}
		open := s.Status == payment.StatusPending || s.ToClose || len(s.Waiting)+len(s.WaitingReversals) > 0
		for _, m := range s.Suspense {
			open = open || m.Left.IsPositive()
		}
		for _, c := range s.Credits {
			open = open || c.Unsettled.IsPositive()
		}
		return open || slices.ContainsFunc(s.Refunds, payment.RefundOf.IsOpen) ||
			slices.ContainsFunc(s.Disputes, func(d payment.DisputeOf) bool { return d.IsOpen() || d.Held })
	case callback.Aggregate.Category:
		var s callback.State
		for _, f := range facts {
			s = callback.Evolve(s, f.Event)
		}
		return s.Pending()
	}
	var s balance.State
	for _, f := range facts {
		s = balance.Evolve(s, f.Event)
	}
	return len(s.Open)+len(s.Reports) > 0
}
