package approvalreactor

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/projections/reactor"
	"gateway/projections/readmodel/approvalrows"

	"github.com/sirupsen/logrus"
)

// ApprovalQueue lists the approvals that were granted but whose act is not done yet, and those whose time
// to decide has passed. *readmodel.Queries implements it.
type ApprovalQueue interface {
	DueApprovals(ctx context.Context, now time.Time, limit int) ([]approvalrows.Approval, error)
}

// ApprovalRunner carries out granted acts and expires approvals. Both methods do nothing if there is
// nothing left to do.
type ApprovalRunner interface {
	Resume(ctx context.Context, id int64) error
	Expire(ctx context.Context, id int64) error
}

// Approvals carries out acts that were granted but not done, because the process ended in between or got
// no answer. It also expires the approvals that were not decided in time.
type Approvals struct {
	*reactor.Worker
	runner ApprovalRunner
}

const (
	approvalsAtOnce = 4
	approvalGap     = time.Second
)

// NewApprovals makes the reactor.
func NewApprovals(
	log *eventstore.Log, queue ApprovalQueue, runner ApprovalRunner, progress reactor.Progress, logger *logrus.Entry, now func() time.Time,
) *Approvals {
	r := &Approvals{reactor.NewWorker("approval-ending", log, progress, logger, approvalsAtOnce, approvalGap), runner}
	due := &reactor.ToDo[approvalrows.Approval, int64]{
		Worker: r.Worker, Retries: reactor.NewRetrySchedule(now, reactor.RetryFirst, reactor.RetryMost), Do: r.end,
		Key: func(row approvalrows.Approval) string { return strconv.FormatInt(row.ID, 10) },
		List: reactor.FirstPage(func(ctx context.Context, limit int) ([]approvalrows.Approval, error) {
			return queue.DueApprovals(ctx, now(), limit)
		}),
	}
	r.StartDue = due.Start
	return r
}

// end resumes a granted act or expires an undecided approval. The read model may still show one that has
// already ended.
func (r *Approvals) end(ctx context.Context, row approvalrows.Approval) error {
	end := r.runner.Expire
	if row.Status == approval.StatusGranted {
		end = r.runner.Resume
	}
	// After a success the approval stays on the list until the read model shows its end.
	return cmp.Or(end(ctx, row.ID), reactor.ErrLater)
}
