package simulation

import (
	"context"
	"fmt"
	"time"

	"gateway/domain/idempotency"
	"gateway/eventstore"
)

// settle keeps the world calm until nothing changes any more. All that was down is up, the provider ends what
// is open and delivers its notifications, and merchants repeat requests without an answer.
func (w *world) settle() {
	for _, p := range w.processes {
		p.frozen = false
		if p.former {
			w.kill(p, "to be upgraded")
		}
	}
	if w.restored {
		w.resumePayouts()
	}
	w.cluster.calm()
	w.archiveVanishes(false)
	w.storeDown = false
	for _, at := range w.providers {
		at.floatEmpty, at.lag, at.downUntil, at.hangsUntil = false, 0, time.Time{}, time.Time{}
	}
	for _, r := range w.receivers {
		r.down = false
	}
	w.drain()
	w.pass(25 * time.Second) // late requests have arrived
	w.drain()
	for _, c := range w.clients {
		w.changeStatus(w.leading(), c, true)
	}
	w.drain()
	quiet := 0
	for round := 0; quiet < 3 && len(w.failures) == 0; round++ {
		if round > 80 {
			w.fail("the service does not come to rest")
			return
		}
		before := w.lastNews()
		for _, at := range w.providers {
			for range at.notifications { // once each; a notification that is not accepted comes again
				w.deliverOf(at)
				w.drain()
			}
			for _, made := range at.payouts {
				if made.status == "PENDING" {
					at.settlePayout(made)
				}
			}
		}
		for _, at := range w.providers {
			for _, r := range at.refunds {
				if r.status == "PENDING" {
					at.endRefund(r)
				}
			}
		}
		w.settleReceipts()
		for _, at := range w.providers {
			for range at.asked {
				at.doAskedRefund()
			}
		}
		if w.restored {
			w.adoptFound()
		}
		if w.disputing() {
			w.settleDisputes()
		}
		w.assignReversals()
		w.reopenRefused()
		w.finishRequests()
		if round >= 6 {
			w.endByHand()
		}
		w.pass([]time.Duration{time.Second, 31 * time.Second, 2 * time.Minute, 11 * time.Minute, time.Hour, 5 * time.Hour, 25 * time.Hour}[min(round, 6)])
		w.drain()
		if w.lastNews() == before && round >= 7 {
			quiet++
		} else {
			quiet = 0
		}
	}
	if w.booking() && len(w.failures) == 0 {
		w.settleBooks()
	}
}

// lastNews is the position of the newest event that is news: not the events that note how far the provider's books were read,
// which go on with time, and not those of a request that was refused, which an administrator makes again and again.
func (w *world) lastNews() eventstore.Position {
	all := w.events()
	for i := len(all) - 1; i >= 0; i-- {
		switch all[i].Event.(type) {
		case eventstore.BooksRead, idempotency.Begun, idempotency.Abandoned:
		default:
			return all[i].Position
		}
	}
	return eventstore.Position{}
}

// leading returns the leader. It makes one if there is none.
func (w *world) leading() *process {
	w.bury()
	w.keepUp()
	if w.leader == nil || w.leader.dead {
		w.start("g", false).lead()
	}
	return w.leader
}

// drain lets all goroutines continue until each waits for something that only time brings.
func (w *world) drain() {
	w.leading()
	for n := 0; w.step(); n++ {
		if n > 200_000 {
			w.fail("the service never rests: steps without end")
			return
		}
		w.bury()
	}
}

// finishRequests repeats requests with a key until each has an answer.
func (w *world) finishRequests() {
	for _, r := range w.requests {
		if r.key != "" && r.flying == 0 && r.unsure && r.answer == "" {
			r.unsure = false
			w.send(r)
			w.drain()
		}
	}
}

// settleTransfers settles all that customers paid.
func (w *world) settleReceipts() {
	for _, b := range w.bills() {
		for _, t := range b.transfers {
			if _, voided := b.voided(); !t.settled && !voided {
				t.settled, t.settledAt = true, time.Now().Truncate(time.Millisecond)
			}
		}
	}
}

// endByHand acts as an administrator who ends what the provider does not: payouts that people make, and those
// that the provider refuses again and again.
func (w *world) endByHand() {
	w.pass(90 * time.Second) // no attempt can be under way any more
	w.drain()
	for _, row := range w.rows.AllPayouts() {
		p, k := w.leading(), w.leading().byKind(row.Kind)
		name := fmt.Sprintf("%s-%d-%d", row.Kind, row.ClientID, row.ID)
		switch {
		case row.Status == "processing" && row.Manual:
			w.act(p, "admin:1", "complete by hand "+name, func(ctx context.Context) error {
				_, err := k.Complete(ctx, row.ID, "Siti")
				return err
			})
		case row.Status == "processing" && row.Unknown:
			w.act(p, "admin:1", "fail by hand "+name, func(ctx context.Context) error {
				_, err := k.Fail(ctx, row.ID, byHand)
				return err
			})
		}
	}
	w.drain()
}
