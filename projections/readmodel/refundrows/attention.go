package refundrows

import (
	"context"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"
)

// The kinds of items that RefundsForPersons counts.
const (
	WaitingStuck    = "refunds_stuck"
	WaitingApproval = "refunds_pending"
)

const (
	// stuckAfter is how long after its request a refund in processing is shown.
	stuckAfter = time.Hour
	// maxWaiting limits the refunds of a kind that are counted.
	maxWaiting = 1_000
)

// RefundsForPersons counts the refunds that a person should look at, each kind with the time of the oldest request: those
// in processing that were asked for more than an hour ago, and those that wait for an administrator.
func (q Queries) RefundsForPersons(ctx context.Context, now time.Time) (all []readtable.Waiting, err error) {
	err = q.SQL.SelectContext(ctx, &all, `
		SELECT $1::text AS kind, count(*) AS count, min(created_at) AS oldest FROM (
			SELECT created_at FROM refunds WHERE status = '`+payment.RefundStatusProcessing+`' AND created_at < $2
			ORDER BY position LIMIT $3) AS stuck
		UNION ALL SELECT $4, count(*), min(created_at) FROM (
			SELECT created_at FROM refunds WHERE status = '`+payment.RefundStatusPending+`' AND approval = '`+payment.ApprovalAdmin+`'
			ORDER BY position LIMIT $3) AS pending`, WaitingStuck, now.Add(-stuckAfter), maxWaiting, WaitingApproval)
	if err != nil {
		return nil, readtable.Failed("the refunds that wait for persons", err)
	}
	return all, nil
}
