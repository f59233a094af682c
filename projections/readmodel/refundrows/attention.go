package refundrows

import (
	"context"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"
)

// The kinds of refunds that wait for a person.
const (
	// RefundsPending wait for an administrator's approval; RefundsStuck were last sent, or news of them came, long ago.
	RefundsPending = "refunds_pending"
	RefundsStuck   = "refunds_stuck"
)

// stuckAfter is how long a refund may be in processing without anything new before a person looks at it.
const stuckAfter = time.Hour

// maxWaiting limits how many are counted.
const maxWaiting = 1_000

// RefundsForPersons counts the refunds that wait for the operator's people, up to 1,000 of each kind, with the time of
// the oldest one.
func (q Queries) RefundsForPersons(ctx context.Context, now time.Time) (all []readtable.Waiting, err error) {
	err = q.SQL.SelectContext(ctx, &all, `
		SELECT $1::text AS kind, count(*) AS count, min(created_at) AS oldest FROM (SELECT created_at FROM refunds
			WHERE status = $2 AND approval = $3 ORDER BY position LIMIT $7) AS pending
		UNION ALL SELECT $4, count(*), min(updated_at) FROM (SELECT updated_at FROM refunds
			WHERE status = $5 AND updated_at <= $6 ORDER BY position LIMIT $7) AS stuck`,
		RefundsPending, payment.RefundStatusPending, payment.ApprovalAdmin,
		RefundsStuck, payment.RefundStatusProcessing, now.Add(-stuckAfter), maxWaiting)
	if err != nil {
		return nil, readtable.Failed("which refunds wait for persons", err)
	}
	return all, nil
}
