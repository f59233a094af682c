package simulation

import (
	"context"
	"errors"
	"time"

	"gateway/eventstore"
)

// restore is an operator who restores an older backup of the log: the newest events are
// lost. The read models know more than the log then, which an instance notices when it
// starts; the operator accepts the older log by the command for that.
func (w *world) restore() {
	for _, p := range w.processes {
		w.kill(p, "for a restore")
	}
	w.bury()
	ctx := context.Background()
	cut := max(w.setUpEvents, w.count()-1-w.random.Int64N(40))
	w.note("restore: %d of %d events are left", cut, w.count())
	known := w.rows.position
	if w.cluster != nil {
		w.cluster.held = nil
	}
	w.memory.Truncate(int(cut))
	for _, r := range w.requests {
		r.forgotten = true
	}
	w.decoded, w.restored = nil, true
	if w.head().Before(known) {
		if err := w.rows.mark.Check(ctx, w.reader, "the read models"); !errors.Is(err, eventstore.ErrSuspect) {
			w.fail("a log that lacks events which the read models know is accepted: %v", err)
		}
	}
	if _, err := eventstore.BeginGeneration(ctx, w.reader, eventstore.ReasonAccepted, known, time.Now().UTC()); err != nil {
		panic(err)
	}
	w.loseReadModels()
	w.changed++
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

// resumePayouts is the operator who has compared the provider's payouts with the log.
func (w *world) resumePayouts() {
	if _, err := eventstore.ResumePayouts(context.Background(), w.reader, "admin:1", time.Now().UTC()); err != nil {
		panic(err)
	}
}
