package simulation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/eventstore"
)

// restore acts as an operator who restores an older backup of the log, so the newest events are lost. Then the
// read models know more than the log. An instance notices that when it starts, and the operator accepts the
// older log with the command for that.
func (w *world) restore() {
	for _, p := range w.processes {
		w.kill(p, "for a restore")
	}
	w.bury()
	w.restoreTo(max(w.setUpEvents, w.generation, w.count()-1-w.random.Int64N(40)))
}

// restoreTo restores a log with at most this many events, one that ends with a whole append.
func (w *world) restoreTo(cut int64) {
	cut = w.endOfAppend(cut)
	for _, p := range w.processes {
		w.kill(p, "for a restore")
	}
	w.bury()
	ctx := context.Background()
	w.note("restore: %d of %d events are left", cut, w.count())
	known := w.rows.position
	if w.cluster != nil {
		w.cluster.held = nil
	}
	w.truncate(int(cut))
	if w.postgres == nil && w.head().Before(known) {
		if err := w.rows.mark.Check(ctx, w.reader, "the read models"); !errors.Is(err, eventstore.ErrSuspect) {
			w.fail("a log that lacks events which the read models know is accepted: %v", err)
		}
	}
	if w.plan.imports {
		w.importLog(int(cut))
	} else if _, err := eventstore.BeginGeneration(ctx, w.reader, eventstore.ReasonAccepted, known, time.Now().UTC()); err != nil {
		panic(err)
	}
	w.generation = w.count()
	w.loseReadModels()
	w.changed++
}

// mayRestore reports whether an older log may still be restored.
func (w *world) mayRestore() bool {
	return w.weather.restores > 0 || slices.ContainsFunc(w.plan.restores, func(at int) bool { return at > 0 })
}

// endOfAppend is the number of events at the end of the last append within the first cut events.
func (w *world) endOfAppend(cut int64) (end int64) {
	end = max(w.setUpEvents, w.generation)
	for _, at := range w.ends {
		if at <= cut {
			end = max(end, at)
		}
	}
	return end
}

// truncate cuts off the newest events, and notes what they made.
func (w *world) truncate(cut int) {
	w.decoded = nil
	if all := w.events(); cut < len(all) {
		w.lose(all[cut:])
		w.loseBooks(all[cut:])
	}
	if w.postgres == nil { // the import leaves the lost events out
		w.memory.Truncate(cut)
	}
	w.ends = slices.DeleteFunc(w.ends, func(at int64) bool { return at > int64(cut) })
	for _, r := range w.requests {
		r.forgotten = true
	}
	for _, r := range w.receivers {
		r.since = len(r.got)
	}
	w.decoded, w.restored = nil, true
}

// loseReadModels drops all that was derived from the log.
func (w *world) loseReadModels() {
	if w.postgres != nil {
		w.postgres.lose()
	}
	w.rows.lose()
}

// payoutsOff reports whether no payout may be sent, because the log was restored.
func (p *process) payoutsOff(ctx context.Context) (bool, error) {
	g, err := eventstore.ReadGeneration(ctx, p.store)
	return g.PayoutsOff, err
}

// resumePayouts acts as the operator who has compared the provider's payouts with the log.
func (w *world) resumePayouts() {
	if _, err := eventstore.ResumePayouts(context.Background(), w.reader, "admin:1", time.Now().UTC()); err != nil {
		w.fail("payouts can't be resumed: %v", err)
	}
}

// adoptFound acts as an administrator who adopts orders that the provider has, and the log lacks, as the
// payouts' own, as the runbook says.
func (w *world) adoptFound() {
	for _, row := range w.rows.AllPayouts() {
		if row.Status != "pending" && row.Status != "processing" {
			continue
		}
		p, k := w.leading(), w.leading().byKind(row.Kind)
		name := fmt.Sprintf("%s-%d-%d", row.Kind, row.ClientID, row.ID)
		for _, made := range w.payoutsBy(name) {
			if row.FoundID != made.id {
				continue
			}
			if w.chance(3) { // a person who does not know the runbook, and is refused
				w.act(p, "admin:1", "fail by hand "+name, func(ctx context.Context) error {
					_, err := k.Fail(ctx, row.ID, byHand)
					return err
				})
				w.drain()
			}
			w.act(p, "admin:1", fmt.Sprintf("adopt %s as %s", made.id, name), func(ctx context.Context) error {
				_, err := k.Adopt(ctx, row.ID, made.id)
				return err
			})
			w.drain()
		}
	}
}
