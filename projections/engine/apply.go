package engine

import (
	"context"
	"fmt"
	"time"

	"gateway/eventstore"
)

// ApplyBatch applies a batch to models whose checkpoints are at from, and moves the checkpoints to the
// batch's end, in one transaction. It returns the index of the model that caused the error, or -1. Errors:
// ErrStale when another process moved a checkpoint, a model's error, and connection errors.
func ApplyBatch(
	ctx context.Context, s *Session, models []Model, from eventstore.Position, events []eventstore.Envelope,
) (failed int, err error) {
	return applyBatch(ctx, s, models, from, events, func(int, time.Duration) {})
}

// applyBatch does the work of ApplyBatch and also returns the time that each model took.
func applyBatch(
	ctx context.Context, s *Session, models []Model, from eventstore.Position, events []eventstore.Envelope,
	took func(model int, d time.Duration),
) (failed int, err error) {
	s.large = len(events) >= largeBatch
	defer func() { s.large, s.oneByOne = false, false }()
	if failed, err = tryBatch(ctx, s, models, from, events, took); isOfPipeline(err) {
		s.oneByOne = true // to find out which model's statement failed
		failed, err = tryBatch(ctx, s, models, from, events, took)
	}
	return failed, err
}

func tryBatch(
	ctx context.Context, s *Session, models []Model, from eventstore.Position, events []eventstore.Envelope,
	took func(model int, d time.Duration),
) (failed int, err error) {
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.Name()
	}
	failed = -1
	err = s.Transact(ctx, func(tx *Tx) error {
		// The checkpoints come first: their row locks keep a rebuild from swapping the tables, and if it has
		// swapped them already, ErrStale is returned before an event is applied twice.
		if err := advanceCheckpoints(ctx, tx, names, from, eventstore.MarkOf(events[len(events)-1].Recorded)); err != nil {
			return err
		}
		for i, m := range models {
			tx.nextModel()
			began := time.Now()
			if err := applyRecovering(ctx, tx, m, events); err != nil {
				failed = i
				return fmt.Errorf("projection %s: %w", m.Name(), err)
			}
			took(i, time.Since(began))
		}
		return nil
	})
	return failed, err
}

// applyRecovering turns a panic of a model into an error: one read model must not
// stop the others.
func applyRecovering(ctx context.Context, tx *Tx, m Model, events []eventstore.Envelope) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	if err := refuseUndecodable(m, events); err != nil {
		return err
	}
	return m.Apply(ctx, tx, events)
}
