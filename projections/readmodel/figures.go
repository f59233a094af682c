package readmodel

import (
	"context"
	"time"

	"gateway/domain/callback"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// Figures are what waits, for metrics and alerts.
type Figures struct {
	// CallbacksPending counts callbacks that are neither delivered nor given up, and
	// OldestCallback is when the oldest one was made, by the event that it tells of.
	CallbacksPending int64      `db:"callbacks_pending"`
	OldestCallback   *time.Time `db:"oldest_callback"`
	// EndpointsFailing counts callback endpoints that took nothing for a day.
	EndpointsFailing int64 `db:"endpoints_failing"`
	// PayoutsUnknown counts payouts whose outcome at the provider is not known, up to 1,000, and
	// OldestUnknownPayout is when the oldest one was asked for.
	PayoutsUnknown      int64      `db:"payouts_unknown"`
	OldestUnknownPayout *time.Time `db:"oldest_unknown_payout"`
	// SuspenseOpen counts what came in and can't be credited, and OldestSuspense is since when the
	// oldest one waits.
	SuspenseOpen   int64      `db:"suspense_open"`
	OldestSuspense *time.Time `db:"oldest_suspense"`
	// CheckpointSize and TreeSize are the sizes of the newest signed checkpoint and of the tree, and
	// CheckpointAt is when the former was signed.
	CheckpointSize int64      `db:"checkpoint_size"`
	TreeSize       int64      `db:"tree_size"`
	CheckpointAt   *time.Time `db:"checkpoint_at"`
}

// Figures returns what waits, by one statement.
func (q *Queries) Figures(ctx context.Context) (f Figures, err error) {
	err = q.SQL.GetContext(ctx, &f, `
		WITH newest AS (
			SELECT size, created_at FROM merkle_checkpoints ORDER BY size DESC LIMIT 1
		)
		SELECT (SELECT COALESCE(sum(n), 0)::bigint FROM callback_counts WHERE status = '`+callback.StatusPending+`') AS callbacks_pending,
			(SELECT created_at FROM callbacks WHERE status = '`+callback.StatusPending+`' ORDER BY position LIMIT 1) AS oldest_callback,
			(SELECT count(*) FROM callback_endpoints WHERE failing_since IS NOT NULL) AS endpoints_failing,
			(SELECT count(*) FROM (SELECT FROM payouts WHERE unknown LIMIT 1000) u) AS payouts_unknown,
			(SELECT created_at FROM payouts WHERE unknown ORDER BY position LIMIT 1) AS oldest_unknown_payout,
			(SELECT COALESCE(sum(n), 0)::bigint FROM suspense_counts WHERE status = $1) AS suspense_open,
			(SELECT created_at FROM suspense WHERE status = $1 ORDER BY position LIMIT 1) AS oldest_suspense,
			COALESCE((SELECT size FROM newest), 0) AS checkpoint_size, (SELECT created_at FROM newest) AS checkpoint_at,
			COALESCE((SELECT size FROM merkle_head LIMIT 1), 0) AS tree_size`, paymentrows.SuspenseOpen)
	if err != nil {
		return Figures{}, readtable.Failed("figures", err)
	}
	return f, nil
}
