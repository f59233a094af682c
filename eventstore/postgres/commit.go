package postgres

import (
	"errors"
	"fmt"
	"time"

	"github.com/lib/pq"

	"gateway/eventstore"
)

// Between the repetitions of a batch.
const minPause, maxPause = 10 * time.Millisecond, 500 * time.Millisecond

// write commits the batch and answers all of its requests.
func (a *appender) write(b batch) {
	began := time.Now()
	outcomes, err := a.commit(b)
	switch {
	case err == nil:
		written := a.publish(b, outcomes)
		a.onBatch(written, len(b), time.Since(began))
	case isDataError(err) && len(b) > 1:
		// One of them is refused for what it holds: its neighbours shall not be.
		half := len(b) / 2
		a.write(b[:half])
		a.write(b[half:])
	case isDataError(err):
		b[0].failed(fmt.Errorf("append to %s: %w", b[0].stream, err))
	default:
		for _, r := range b {
			r.failed(fmt.Errorf("append to %s: %w: %w", r.stream, eventstore.ErrUnavailable, err))
		}
	}
}

// commit repeats the batch as it is, with the same ids, until its outcome is known
// or patience ends: what an earlier attempt wrote is recognised by its ids.
func (a *appender) commit(b batch) ([]outcome, error) {
	arguments := b.arguments()
	deadline := time.Now().Add(a.patience)
	for pause := minPause; ; pause = min(2*pause, maxPause) {
		outcomes, err := b.commit(a.stmt, arguments)
		if err == nil || isDataError(err) || errors.Is(err, ErrClaimLost) || time.Now().Add(pause).After(deadline) {
			return outcomes, err
		}
		if pause == minPause {
			a.log.WithError(err).WithField("requests", len(b)).Warn("an append failed and is repeated")
		}
		select {
		case <-time.After(pause):
		case <-a.store.quit:
			return nil, err
		}
	}
}

// isDataError tells whether PostgreSQL refused a value: then nothing was written,
// and repeating it can't help.
func isDataError(err error) bool {
	refused, ok := errors.AsType[*pq.Error](err)
	if !ok {
		return false
	}
	switch refused.Code.Class() {
	case "22", "23", "54": // data exception, integrity constraint, program limit
		return true
	}
	return false
}

// publish answers each request and shows the new events to those who follow the
// log. It gives the number of events written.
func (a *appender) publish(b batch, outcomes []outcome) (written int) {
	var newest int64
	for i, r := range b {
		o := outcomes[i]
		newest = max(newest, o.lastPosition.Int64)
		if o.kind == "written" {
			r.place(o.lastPosition.Int64, o.writtenAt)
			a.store.tail.add(r.events)
			written += len(r.events)
		}
	}
	if newest > 0 {
		a.store.head.raise(newest)
		a.store.notifier.notify(newest)
	}
	for i, r := range b {
		r.settle(outcomes[i])
	}
	return written
}
