package story

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/readtable"
)

// Reader gathers events. It is safe for concurrent use.
type Reader struct {
	Log     *eventstore.Log
	Queries *readmodel.Queries
	// DB is the read models' database, which holds the checkpoints.
	DB  *sql.DB
	Now func() time.Time
	// Makes reports whether a connection would make a payout that is not ordered yet. Nil means that one would.
	Makes func(ctx context.Context, o balance.Order) (bool, error)
}

// readPage is the number of events per read of a stream.
const readPage = 1_000

// stream returns all events of a stream, including foreign ones.
func (r Reader) stream(ctx context.Context, name string) (all []eventstore.Envelope, err error) {
	for from := eventstore.Revision(0); ; {
		page, err := r.Log.Store().ReadStream(ctx, name, from, eventstore.Forwards, readPage)
		if err != nil {
			return nil, fmt.Errorf("read stream %s: %w", name, err)
		}
		for _, recorded := range page {
			env, err := r.Log.Decode(recorded)
			if err != nil {
				return nil, err
			}
			all, from = append(all, env), recorded.Revision+1
		}
		if len(page) < readPage {
			return all, nil
		}
	}
}

// at returns the events that rows of the read model `trails` name, in the order of the rows. It reads rows
// with consecutive revisions together.
func (r Reader) at(ctx context.Context, rows []auditlogrows.Trail) (all []eventstore.Envelope, err error) {
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Stream == rows[0].Stream && rows[n].Revision == rows[0].Revision+int64(n) {
			n++
		}
		page, err := r.Log.Store().ReadStream(ctx, rows[0].Stream, rows[0].Revision, eventstore.Forwards, n)
		if err != nil {
			return nil, fmt.Errorf("read stream %s: %w", rows[0].Stream, err)
		}
		for _, recorded := range page {
			env, err := r.Log.Decode(recorded)
			if err != nil {
				return nil, err
			}
			all = append(all, env)
		}
		rows = rows[n:]
	}
	return all, nil
}

// factsOf converts events to the form that package why takes.
func factsOf(events []eventstore.Envelope) []why.Fact {
	facts := make([]why.Fact, len(events))
	for i, e := range events {
		facts[i] = why.Fact{Place: placeOf(e.Recorded), Event: e.Event}
	}
	return facts
}

func placeOf(r eventstore.Recorded) why.Place {
	return why.Place{Stream: r.Stream, Revision: r.Revision, Position: r.Position.Commit, Type: r.Type, At: r.BookedAt}
}

// payment returns the events of a payment and their state. clientID 0 allows any client's. Error:
// readtable.ErrNotFound.
func (r Reader) payment(ctx context.Context, transactionID string, clientID int64) ([]eventstore.Envelope, payment.State, error) {
	var s payment.State
	if len(payment.Stream(transactionID)) > eventstore.MaxStreamName {
		return nil, s, readtable.ErrNotFound
	}
	events, err := r.stream(ctx, payment.Stream(transactionID))
	if err != nil {
		return nil, s, err
	}
	for _, e := range events {
		s = payment.Evolve(s, e.Event)
	}
	if !s.Exists() || clientID != 0 && s.ClientID != clientID {
		return nil, s, readtable.ErrNotFound
	}
	return events, s, nil
}

// payout returns the events of a payout and its client. clientID 0 allows any client's. Error:
// readtable.ErrNotFound.
func (r Reader) payout(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	row, err := r.Queries.Payout(ctx, subject.PayoutKind, subject.ID)
	if err != nil {
		return nil, 0, err
	}
	if clientID != 0 && row.ClientID != clientID {
		return nil, 0, readtable.ErrNotFound
	}
	rows, err := r.Queries.Trails(ctx, []string{subject.Name()}, maxTrail)
	if err == nil && len(rows) == 0 {
		err = readtable.ErrNotFound // the read model is being rebuilt
	}
	if err != nil {
		return nil, 0, err
	}
	own := rows[:0]
	for _, row := range rows {
		if row.IsPayout() {
			own = append(own, row)
		}
	}
	events, err := r.at(ctx, own)
	return events, row.ClientID, err
}

// maxTrail limits the events of a subject that has no stream of its own.
const maxTrail = 2_000

// isNotFound reports whether a subject does not exist.
func isNotFound(err error) bool { return errors.Is(err, readtable.ErrNotFound) }
