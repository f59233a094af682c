package reactor

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
	"gateway/test/rupiah"
)

func pageOf(n int) readtable.Page { return readtable.Page{Number: 1, PerPage: n} }

func (w *providerFixture) held(id string) payment.Paid {
	p := paid(1, id)
	p.ID, p.Held, p.PaidAt, p.At = lastID.Add(1), true, w.clock.now(), w.clock.now()
	return p
}

// appendHeld writes a payment that is paid and held.
func (w *providerFixture) appendHeld(id string) {
	w.t.Helper()
	p := w.held(id)
	w.append(payment.Stream(id), payment.Requested{Identity: p.Identity, At: p.At}, p)
}

func TestAHoldEndsWhenItsDaysAreOver(t *testing.T) {
	t.Parallel()
	w := newProviderFixture(t)
	r := NewHoldEnding(w.log, w.queries, w.watcher, w.logger, HoldEndingOptions{After: 72 * time.Hour, Page: 2, Now: w.clock.now})
	var ids []string
	for n := range 5 {
		ids = append(ids, fmt.Sprint("INV-1-", n))
		w.appendHeld(ids[n])
	}
	w.clock.advance(time.Hour)
	w.appendHeld("INV-1-later")
	// A hold that the read model still shows, although it ended in the log, does not keep the others
	// waiting.
	w.append(payment.Stream(ids[0]), payment.Settled{Identity: w.payment(ids[0]).Identity, FromUnsettled: w.payment(ids[0]).Charge.Net})
	w.clock.advance(71*time.Hour - time.Microsecond)
	w.once(r)
	for _, id := range ids[1:] {
		if left := w.payment(id).Credits[0].Unsettled; !left.Equal(rupiah.Of(96_000)) {
			t.Errorf("%s has %s unsettled before the end", id, left)
		}
	}
	w.clock.advance(time.Microsecond)
	for range 3 {
		w.once(r)
	}
	for _, id := range ids {
		if s := w.payment(id); !s.Credits[0].Unsettled.IsZero() {
			t.Errorf("%s has %s unsettled after the end", id, s.Credits[0].Unsettled)
		}
	}
	w.hasEvents(ids[1], "requested", "paid", "hold_ended")
	w.hasEvents("INV-1-later", "requested", "paid")
	w.clock.advance(time.Hour)
	w.once(r)
	w.hasEvents("INV-1-later", "requested", "paid", "hold_ended")
	if rest, err := w.queries.HoldsUntil(t.Context(), w.clock.now(), paymentrows.HoldCursor{}, 10); err != nil || len(rest) > 0 {
		t.Errorf("still held: %v %v", rest, err)
	}
}
