package postgres

import (
	"errors"
	"fmt"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
)

// The wait between two attempts at a batch doubles from minPause to maxPause.
const minPause, maxPause = 10 * time.Millisecond, 500 * time.Millisecond

// writeBatch commits the batch and answers all of its requests.
func (a *appender) writeBatch(b batch) {
	began := time.Now()
	b, outcomes, err := a.commitWithRetry(b)
	switch {
	case len(b) == 0:
	case err == nil:
		written := a.publishAndAnswer(b, outcomes)
		a.onBatch(written, len(b), time.Since(began))
	case isDataError(err) && len(b) > 1:
		// The server refused the data of one request. Halving the batch finds that request,
		// and the others are written.
		half := len(b) / 2
		a.writeBatch(b[:half])
		a.writeBatch(b[half:])
	case isDataError(err):
		b[0].fail(fmt.Errorf("append to %s: %w", b[0].stream, err))
	default:
		b.failSince(time.Now(), err)
	}
}

// failSince fails the requests that have waited since at or longer, and returns the others.
func (b batch) failSince(at time.Time, err error) (others batch) {
	for _, r := range b {
		if r.since.After(at) {
			others = append(others, r)
			continue
		}
		r.fail(fmt.Errorf("append to %s: %w: %w", r.stream, eventstore.ErrUnavailable, err))
	}
	return others
}

// commitWithRetry repeats the batch until its outcome is known. It returns the batch without the requests
// that have failed meanwhile: those that waited for retryFor, here or behind other batches. Repeating is
// safe, because append_events recognises written events by their ids.
func (a *appender) commitWithRetry(b batch) (batch, []outcome, error) {
	arguments := b.arguments()
	for pause := minPause; ; pause = min(2*pause, maxPause) {
		outcomes, err := b.callAppendEvents(a.stmt, arguments)
		if err == nil || isDataError(err) || errors.Is(err, ErrClaimLost) || errors.Is(err, eventstore.ErrSuspect) {
			return b, outcomes, err
		}
		if others := b.failSince(time.Now().Add(pause-a.retryFor), err); len(others) < len(b) {
			if b = others; len(b) == 0 {
				return nil, nil, err
			}
			arguments = b.arguments()
		}
		if pause == minPause {
			a.log.WithError(err).WithField("requests", len(b)).Warn("an append failed and is repeated")
		}
		select {
		case <-time.After(pause):
		case <-a.store.quit:
			return b, nil, err
		}
	}
}

// isDataError reports whether PostgreSQL refused a value. Then nothing was written, and a repetition would
// fail too.
func isDataError(err error) bool {
	refused, ok := errors.AsType[*pq.Error](err)
	if !ok || isNoPartition(refused) {
		return false
	}
	switch refused.Code.Class() {
	case "22", "23", "54": // data exception, integrity constraint, program limit
		return true
	}
	return false
}

// isNoPartition reports whether the session did not know the partition of a new position yet, because another
// session made the range at that moment. A new transaction knows it.
func isNoPartition(refused *pq.Error) bool {
	const checkViolation = "23514"
	return refused.Code == checkViolation && refused.Constraint == "" // a violated CHECK constraint has a name
}

// publishAndAnswer makes the new events visible to followers and answers each request. It
// returns the number of events written.
func (a *appender) publishAndAnswer(b batch, outcomes []outcome) (written int) {
	var newest int64
	for i, r := range b {
		o := outcomes[i]
		newest = max(newest, o.lastPosition.Int64)
		if o.kind == "written" {
			r.setPositions(o.lastPosition.Int64, o.writtenAt)
			a.store.tail.addEvents(r.events)
			written += len(r.events)
		}
	}
	if newest > 0 {
		a.store.head.raise(newest)
		a.store.notifier.notify(newest)
	}
	for i, r := range b {
		r.answerOutcome(outcomes[i])
	}
	return written
}
