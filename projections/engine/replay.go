package engine

import (
	"context"
	"database/sql"
	"fmt"

	"gateway/eventstore"
)

// Walk decodes all events up to and including a position and passes them to visit, in batches and in log
// order. It fails on an event that cannot be decoded.
func Walk(
	ctx context.Context, log *eventstore.Log, until eventstore.Position, visit func([]eventstore.Envelope) error,
) error {
	return ReadPages(ctx, log.Store(), eventstore.Position{}, until, func(page []eventstore.Recorded) error {
		events := DecodePageOnce(log, page)
		if err := FirstUndecodable(events); err != nil {
			return err
		}
		return visit(events)
	})
}

// FirstPage is the number of events in the first page of a read that may end soon.
const FirstPage = 256

// NextPage returns the size of the page after one of limit events: a read that does not end soon continues in
// larger pages.
func NextPage(limit int) int { return min(batchLimit, 4*limit) }

// ReadPages reads the events after one position, up to and including another, and passes them to visit page
// by page, in log order. It returns no error when the log ends before until.
func ReadPages(
	ctx context.Context, store eventstore.Store, after, until eventstore.Position, visit func([]eventstore.Recorded) error,
) error {
	for limit := FirstPage; after.Before(until); limit = NextPage(limit) {
		page, err := store.ReadAll(ctx, after, limit)
		if err != nil {
			return fmt.Errorf("read the log after %d: %w", after.Commit, err)
		}
		page = UpTo(page, until)
		if len(page) == 0 {
			return nil
		}
		if err := visit(page); err != nil {
			return err
		}
		after = page[len(page)-1].Position
	}
	return nil
}

// UpTo returns the events of a page up to and including a position.
func UpTo(page []eventstore.Recorded, until eventstore.Position) []eventstore.Recorded {
	for i, r := range page {
		if until.Before(r.Position) {
			return page[:i]
		}
	}
	return page
}

// Replayer applies events to empty tables, model by model, and writes no checkpoints. A model that cannot
// apply an event stops there; the others continue. Close it after use.
type Replayer struct {
	session *Session
	stopped map[string]error
}

// NewReplayer makes a Replayer for the tables of db, and inserts the models' initial rows.
func NewReplayer(ctx context.Context, db *sql.DB, models ...Model) (*Replayer, error) {
	r := &Replayer{session: NewLoadingSession(db), stopped: make(map[string]error)}
	err := r.session.Transact(ctx, func(tx *Tx) error {
		for _, m := range models {
			if err := seed(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

// Apply applies events to one model. It only returns connection errors; an error of the model stops that
// model, and Stopped returns it.
func (r *Replayer) Apply(ctx context.Context, m Model, events []eventstore.Envelope) error {
	if _, stopped := r.stopped[m.Name()]; stopped || len(events) == 0 {
		return nil
	}
	err := r.session.Transact(ctx, func(tx *Tx) error { return applyRecovering(ctx, tx, m, events) })
	switch {
	case err == nil || Transient(err):
		return err
	case len(events) == 1:
		r.stopped[m.Name()] = &PoisonError{Model: m.Name(), Event: events[0].Recorded, Cause: err}
		err = nil
		return err
	}
	half := len(events) / 2 // halve the events to find the failing one
	if err := r.Apply(ctx, m, events[:half]); err != nil {
		return err
	}
	return r.Apply(ctx, m, events[half:])
}

// Stopped returns the *PoisonError of a model that has stopped, else nil.
func (r *Replayer) Stopped(m Model) error { return r.stopped[m.Name()] }

// Close closes the connection.
func (r *Replayer) Close() { r.session.Close() }
