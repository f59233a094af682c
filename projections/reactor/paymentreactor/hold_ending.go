package paymentreactor

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// HoldQueue lists the credits whose hold started at or before a time, page by page. *readmodel.Queries
// implements it.
type HoldQueue interface {
	HoldsUntil(ctx context.Context, until time.Time, after paymentrows.HoldCursor, limit int) ([]paymentrows.Hold, error)
}

// HoldEndingOptions tune HoldEnding. The service sets After.
type HoldEndingOptions struct {
	// After is the longest time that a credit is held after its payment.
	After time.Duration
	// Page is how many holds are read at once; 500 when zero.
	Page int
	// Now is the clock.
	Now func() time.Time
}

// HoldEnding makes held credits available once the configured time has passed since they were paid,
// because the provider sends no notification of SETTLED. If SETTLED is seen later, it changes only the
// status.
type HoldEnding struct {
	*reactor.Worker
	o HoldEndingOptions
}

const (
	holdEndingAtOnce = 16
	holdEndingGap    = time.Second
)

// NewHoldEnding makes the reactor.
func NewHoldEnding(log *eventstore.Log, queue HoldQueue, progress reactor.Progress, logger *logrus.Entry, o HoldEndingOptions) *HoldEnding {
	r := &HoldEnding{reactor.NewWorker("hold-ending", log, progress, logger, holdEndingAtOnce, holdEndingGap), o}
	held := &reactor.ToDo[paymentrows.Hold, paymentrows.HoldCursor]{
		Worker: r.Worker, Retries: reactor.NewRetrySchedule(o.Now, reactor.RetryFirst, reactor.RetryMost), Do: r.end,
		Key: func(h paymentrows.Hold) string { return h.TransactionID },
		List: reactor.List[paymentrows.Hold, paymentrows.HoldCursor]{
			Page: o.Page, Place: paymentrows.Hold.Cursor,
			Read: func(ctx context.Context, after paymentrows.HoldCursor, limit int) ([]paymentrows.Hold, error) {
				return queue.HoldsUntil(ctx, r.until(), after, limit)
			},
		},
	}
	r.StartDue = held.Start
	return r
}

// until returns the latest time of payment whose credit has now been held long enough.
func (r *HoldEnding) until() time.Time { return r.o.Now().Add(-r.o.After) }

// end releases the credits of a payment that are due. The read model may still show a hold that has
// already ended.
func (r *HoldEnding) end(ctx context.Context, hold paymentrows.Hold) error {
	_, err := eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(hold.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.EndHold(s, payment.EndHoldCmd{By: payment.ByGateway, Reason: payment.HoldOver, PaidUntil: r.until(), At: r.o.Now()})
		})
	return reactor.LaterIfRefused(err)
}
