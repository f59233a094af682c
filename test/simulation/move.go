package simulation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
	"gateway/projections/audit/verify"
)

// gracePeriod is the grace period of a move. Within it, a gateway that still runs on the old store notices that
// the log was moved away.
const gracePeriod = 10 * time.Second

// move acts as an operator who moves the log to another store. One gateway continues in the old store until
// shortly before the end of the grace period.
func (w *world) move() {
	w.moves++
	to := storetest.NewMemoryOf(fmt.Sprintf("memory-%d", w.moves+1))
	w.note("the log is moved to %s", to.Open().ID())
	moved := false
	for try := 0; try < 20 && !moved && len(w.failures) == 0; try++ {
		moved = w.moveTo(to)
	}
	for _, p := range w.processes {
		w.kill(p, "because the log was moved")
	}
	w.bury()
	if !moved {
		w.note("the move is taken back")
		if _, err := w.mover(to).TakeBack(context.Background()); err != nil {
			w.fail("a move can't be taken back: %v", err)
		}
		return
	}
	w.memory, w.decoded = to, nil
	w.reader = w.openLog()
	w.loseReadModels()
	w.changed++
}

func (w *world) mover(to *storetest.Memory) transfer.Mover {
	return transfer.Mover{
		From: w.memory.Open(), To: to.Open(), Sink: transfer.ToStore(to.Open()), CheckPosted: checkPosted, GracePeriod: gracePeriod,
		Progress: func(string, eventstore.Position) {}, Now: time.Now,
	}
}

// moveTo makes one attempt. What runs goes on meanwhile.
func (w *world) moveTo(to *storetest.Memory) (ok bool) {
	mover := w.mover(to)
	done := make(chan error, 1)
	go func() {
		_, err := mover.Move(context.Background())
		done <- err
	}()
	for {
		for n := 0; n < 200 && w.step(); n++ {
			w.bury()
		}
		w.keepUp()
		if w.chance(3) {
			w.customerPays()
		}
		w.deliverNotification()
		select {
		case err := <-done:
			w.note("the move: %v", err)
			if err != nil && !errors.Is(err, errUnposted) {
				w.fail("the log can't be moved: %v", err)
			}
			return err == nil
		default:
			w.pass(250 * time.Millisecond)
		}
	}
}

var errUnposted = errors.New("a payment is not posted")

// checkPosted is the check of the command that moves a log.
func checkPosted(ctx context.Context, store eventstore.Store) error {
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	unposted, err := verify.Unposted(ctx, log, func(eventstore.Position) {})
	if err == nil && len(unposted) > 0 {
		err = fmt.Errorf("%w: %s %s", errUnposted, unposted[0].Subject, unposted[0].Problem)
	}
	return err
}
