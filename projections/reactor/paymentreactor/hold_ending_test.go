package paymentreactor

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/projections/reactor/reactortest"
	"gateway/projections/readmodel/paymentrows"
	"gateway/test/rupiah"
)

func (w *paymentFixture) held(id string) payment.Paid {
	p := reactortest.Paid(1, id)
	p.ID, p.Held, p.PaidAt, p.At = reactortest.NextID(), true, w.Clock.Now(), w.Clock.Now()
	return p
}

// appendHeld writes a payment that is paid and held.
func (w *paymentFixture) appendHeld(id string) {
	w.T.Helper()
	p := w.held(id)
	w.Append(payment.Stream(id), payment.Requested{Identity: p.Identity, At: p.At}, p)
}

func TestAHoldEndsWhenItsDaysAreOver(t *testing.T) {
	t.Parallel()
	w := newPaymentFixture(t)
	r := NewHoldEnding(w.Log, w.Queries, w.Watcher, w.Logger, HoldEndingOptions{After: 72 * time.Hour, Page: 2, Now: w.Clock.Now})
	var ids []string
	for n := range 5 {
		ids = append(ids, fmt.Sprint("INV-1-", n))
		w.appendHeld(ids[n])
	}
	w.Clock.Advance(time.Hour)
	w.appendHeld("INV-1-later")
	// A hold that the read model still shows, although it ended in the log, does not keep the others
	// waiting.
	w.Append(payment.Stream(ids[0]), payment.Settled{Identity: w.Payment(ids[0]).Identity, FromUnsettled: w.Payment(ids[0]).Charge.Net})
	w.Clock.Advance(71*time.Hour - time.Microsecond)
	w.Once(r)
	for _, id := range ids[1:] {
		if left := w.Payment(id).Credits[0].Unsettled; !left.Equal(rupiah.Of(96_000)) {
			t.Errorf("%s has %s unsettled before the end", id, left)
		}
	}
	w.Clock.Advance(time.Microsecond)
	for range 3 {
		w.Once(r)
	}
	for _, id := range ids {
		if s := w.Payment(id); !s.Credits[0].Unsettled.IsZero() {
			t.Errorf("%s has %s unsettled after the end", id, s.Credits[0].Unsettled)
		}
	}
	w.HasEvents(ids[1], "requested", "paid", "hold_ended")
	w.HasEvents("INV-1-later", "requested", "paid")
	w.Clock.Advance(time.Hour)
	w.Once(r)
	w.HasEvents("INV-1-later", "requested", "paid", "hold_ended")
	if rest, err := w.Queries.HoldsUntil(t.Context(), w.Clock.Now(), paymentrows.HoldCursor{}, 10); err != nil || len(rest) > 0 {
		t.Errorf("still held: %v %v", rest, err)
	}
}
