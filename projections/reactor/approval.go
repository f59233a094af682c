package reactor

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/projections/readmodel/approvalrows"

	"github.com/sirupsen/logrus"
)

// ApprovalQueue lists the approvals that are granted and not done, or that were not decided
// in time. *readmodel.Queries implements it.
type ApprovalQueue interface {
	DueApprovals(ctx context.Context, now time.Time, limit int) ([]approvalrows.Approval, error)
}

// ApprovalRunner does granted acts and ends approvals. Both methods do nothing where there is
// nothing to do.
type ApprovalRunner interface {
	Resume(ctx context.Context, id int64) error
	Expire(ctx context.Context, id int64) error
}

// ApprovalOptions tune Approvals.
type ApprovalOptions struct {
	// RetryFirst and RetryMax are the times between two attempts at one act. 2 s and 1 min
	// when zero.
	RetryFirst, RetryMax time.Duration
	// Now is the clock.
	Now func() time.Time
}

// Approvals does the acts that were granted and not done, because a process ended in between
// or did not get an answer, and ends the approvals that were not decided in time.
type Approvals struct {
	*worker
	queue   ApprovalQueue
	runner  ApprovalRunner
	retries *retrySchedule
	o       ApprovalOptions
}

const (
	approvalsAtOnce = 4
	approvalGap     = time.Second
	approvalPage    = 100
)

// NewApprovals makes the reactor.
func NewApprovals(
	log *eventstore.Log, queue ApprovalQueue, runner ApprovalRunner, progress Progress, logger *logrus.Entry, o ApprovalOptions,
) *Approvals {
	o.RetryFirst, o.RetryMax = cmp.Or(o.RetryFirst, 2*time.Second), cmp.Or(o.RetryMax, time.Minute)
	return &Approvals{
		worker: newWorker("approval-ending", log, progress, logger, approvalsAtOnce, approvalGap),
		queue:  queue, runner: runner, retries: newRetrySchedule(), o: o,
	}
}

// Run implements Reactor.
func (r *Approvals) Run(ctx context.Context) error { return r.run(ctx, r.startDue) }

// RunOnce ends what is due, and returns when that is done.
func (r *Approvals) RunOnce(ctx context.Context) error { return r.runOnce(ctx, r.startDue) }

func (r *Approvals) startDue(ctx context.Context) error {
	due, err := r.queue.DueApprovals(ctx, r.o.Now(), approvalPage)
	if err != nil {
		return err
	}
	for _, row := range due {
		key := strconv.FormatInt(row.ID, 10)
		if r.retries.isDue(key, r.o.Now()) {
			r.startJob(ctx, key, func(ctx context.Context) error { return r.end(ctx, row, key) })
		}
	}
	return nil
}

// end ends one approval. The read model may show one that has ended since.
func (r *Approvals) end(ctx context.Context, row approvalrows.Approval, key string) error {
	end := r.runner.Expire
	if row.Status == approval.StatusGranted {
		end = r.runner.Resume
	}
	// Postponed in any case: until the read model shows the end, it is on the list.
	r.retries.postpone(key, r.o.Now(), r.o.RetryFirst, r.o.RetryMax)
	return end(ctx, row.ID)
}
