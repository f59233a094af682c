package reactor

import (
	"cmp"
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"

	"github.com/sirupsen/logrus"
)

// HoldQueue lists the credits that are held since a time or longer, page by page.
// *readmodel.Queries implements it.
type HoldQueue interface {
	HoldsUntil(ctx context.Context, until time.Time, after paymentrows.HoldCursor, limit int) ([]paymentrows.Hold, error)
}

// HoldEndingOptions tune HoldEnding. The service sets After.
type HoldEndingOptions struct {
	// After is how long after its payment a credit is held at most.
	After time.Duration
	// RetryFirst and RetryMax are the times between two attempts at one payment. 2 s and
	// 1 min when zero.
	RetryFirst, RetryMax time.Duration
	// Page is how many holds are read at once. 500 when zero.
	Page int
	// Now is the clock.
	Now func() time.Time
}

// HoldEnding makes held credits available when the configured time has passed since they
// were paid, for the provider sends no notification of SETTLED. A SETTLED that comes later
// changes the status only.
type HoldEnding struct {
	*worker
	queue   HoldQueue
	retries *retrySchedule
	o       HoldEndingOptions
	// at is where the next reading of the list goes on, so that holds which don't end keep
	// no other one waiting.
	at paymentrows.HoldCursor
}

const (
	holdEndingAtOnce = 16
	holdEndingGap    = time.Second
	holdEndingPage   = 500
)

// NewHoldEnding makes the reactor.
func NewHoldEnding(log *eventstore.Log, queue HoldQueue, progress Progress, logger *logrus.Entry, o HoldEndingOptions) *HoldEnding {
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, 2*time.Second), cmp.Or(o.RetryMax, time.Minute)
	o.Page = cmp.Or(o.Page, holdEndingPage)
	return &HoldEnding{
		worker: newWorker("hold-ending", log, progress, logger, holdEndingAtOnce, holdEndingGap),
		queue:  queue, retries: newRetrySchedule(), o: o,
	}
}

// Run implements Reactor.
func (r *HoldEnding) Run(ctx context.Context) error { return r.run(ctx, r.startDue) }

// RunOnce ends the holds of one page of the list, and returns when that is done.
func (r *HoldEnding) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.startDue) }

func (r *HoldEnding) startDue(ctx context.Context) error {
	until := r.o.Now().Add(-r.o.After)
	page, err := r.queue.HoldsUntil(ctx, until, r.at, r.o.Page)
	if err != nil {
		return err
	}
	for _, hold := range page {
		if r.isFull() {
			return nil
		}
		if r.retries.isDue(hold.TransactionID, r.o.Now()) {
			r.startJob(ctx, hold.TransactionID, func(ctx context.Context) error { return r.end(ctx, hold.TransactionID, until) })
		}
		r.at = hold.Cursor()
	}
	if len(page) < r.o.Page {
		r.at = paymentrows.HoldCursor{}
	}
	return nil
}

// end ends what is due of a payment. The read model may show a hold that has ended since.
func (r *HoldEnding) end(ctx context.Context, transactionID string, until time.Time) error {
	_, err := eventstore.Execute(ctx, r.log, payment.Aggregate, payment.Stream(transactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.EndHold(s, payment.EndHoldCmd{By: payment.ByGateway, Reason: payment.HoldOver, PaidUntil: until, At: r.o.Now()})
		})
	if err != nil {
		r.retries.postpone(transactionID, r.o.Now(), r.o.RetryFirst, r.o.RetryMax)
		return notRefused(err)
	}
	r.retries.forget(transactionID)
	return nil
}
