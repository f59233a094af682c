package paymentreactor

import (
	"context"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/disputerows"

	"github.com/sirupsen/logrus"
)

// DisputeQueue lists the disputes without an answer that are due, or due soon and not told. *readmodel.Queries implements it.
type DisputeQueue interface {
	DueDisputes(ctx context.Context, now time.Time, limit int) ([]disputerows.Dispute, error)
}

// DisputeWatch keeps the deadlines of disputes: it has the owner told that an answer is due soon, and ends a dispute that was not
// answered in time.
type DisputeWatch struct {
	*reactor.Worker
	now func() time.Time
}

const (
	disputesAtOnce = 4
	disputesGap    = time.Second
)

// NewDisputeWatch makes the reactor.
func NewDisputeWatch(
	log *eventstore.Log, queue DisputeQueue, progress reactor.Progress, logger *logrus.Entry, now func() time.Time,
) *DisputeWatch {
	r := &DisputeWatch{reactor.NewWorker("dispute-watch", log, progress, logger, disputesAtOnce, disputesGap), now}
	due := &reactor.ToDo[disputerows.Dispute, int64]{
		Worker: r.Worker, Retries: reactor.NewRetrySchedule(now, reactor.RetryFirst, reactor.RetryMost), Do: r.decide,
		Key: func(d disputerows.Dispute) string { return strconv.FormatInt(d.ID, 10) },
		List: reactor.FirstPage(func(ctx context.Context, limit int) ([]disputerows.Dispute, error) {
			return queue.DueDisputes(ctx, r.now(), limit)
		}),
	}
	r.StartDue = due.Start
	return r
}

// decide tells the owner of a dispute, or ends it. The read model may be old.
func (r *DisputeWatch) decide(ctx context.Context, d disputerows.Dispute) error {
	owner, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(d.ClientID))
	if err != nil {
		return err
	}
	_, err = eventstore.Execute(ctx, r.Log, payment.Aggregate, payment.Stream(d.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			events, err := payment.RemindOfDispute(s, d.ID, owner.Email, r.now())
			if err != nil || len(events) > 0 {
				return events, err
			}
			return payment.ExpireDispute(s, d.ID, r.now())
		})
	return reactor.LaterIfRefused(err)
}
