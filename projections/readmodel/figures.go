package readmodel

import (
	"context"
	"time"

	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/callback"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Figures count what waits, for metrics and alerts.
type Figures struct {
	// CallbacksPending counts callbacks that are neither delivered nor given up. OldestCallback is when the
	// oldest of them was created, by the time of its event.
	CallbacksPending int64      `db:"callbacks_pending"`
	OldestCallback   *time.Time `db:"oldest_callback"`
	// EndpointsFailing counts callback endpoints that have accepted nothing for a day.
	EndpointsFailing int64 `db:"endpoints_failing"`
	// PayoutsUnknown counts payouts whose outcome at the provider is unknown, up to 1,000.
	// OldestUnknownPayout is when the oldest of them was requested.
	PayoutsUnknown      int64      `db:"payouts_unknown"`
	OldestUnknownPayout *time.Time `db:"oldest_unknown_payout"`
	// SuspenseOpen counts received money that cannot be credited. OldestSuspense is the time from which the
	// oldest of it has waited.
	SuspenseOpen   int64      `db:"suspense_open"`
	OldestSuspense *time.Time `db:"oldest_suspense"`
	// BankLinesOpen counts lines of our bank without a booking. OldestBankLine is when the oldest of them was imported.
	BankLinesOpen  int64      `db:"bank_lines_open"`
	OldestBankLine *time.Time `db:"oldest_bank_line"`
	// WriteOffsOpen counts write-offs that did not come back in whole, and WriteOffsUnrecovered is what did not come back of them,
	// in rupiah. WriteOffsOfDay counts those of the last 24 hours, and WrittenOffInDay is their sum.
	WriteOffsOpen        int64           `db:"write_offs_open"`
	WriteOffsUnrecovered decimal.Decimal `db:"write_offs_unrecovered"`
	WriteOffsOfDay       int64           `db:"write_offs_of_day"`
	WrittenOffInDay      decimal.Decimal `db:"written_off_in_day"`
	// CheckpointSize is the size of the newest signed checkpoint, and CheckpointAt is when it was signed.
	// TreeSize is the size of the tree.
	CheckpointSize int64      `db:"checkpoint_size"`
	TreeSize       int64      `db:"tree_size"`
	CheckpointAt   *time.Time `db:"checkpoint_at"`
}

// writeOffWindow is for how long a write-off is a new one.
const writeOffWindow = 24 * time.Hour

// Figures reads all figures in one statement.
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
			(SELECT COALESCE(sum(n), 0)::bigint FROM bank_line_counts WHERE status = $2) AS bank_lines_open,
			(SELECT created_at FROM bank_lines WHERE status >= $2 AND status <= $2 ORDER BY status, position LIMIT 1) AS oldest_bank_line,
			(SELECT COALESCE(sum(n), 0)::bigint FROM write_off_sums WHERE status = $3) AS write_offs_open,
			(SELECT COALESCE(sum(amount - recovered), 0) FROM write_off_sums WHERE status = $3) AS write_offs_unrecovered,
			(SELECT count(*) FROM write_offs WHERE written_off_at > $4) AS write_offs_of_day,
			(SELECT COALESCE(sum(amount), 0) FROM write_offs WHERE written_off_at > $4) AS written_off_in_day,
			COALESCE((SELECT size FROM newest), 0) AS checkpoint_size, (SELECT created_at FROM newest) AS checkpoint_at,
			COALESCE((SELECT size FROM merkle_head LIMIT 1), 0) AS tree_size`, paymentrows.SuspenseOpen, bankstatement.StatusUnmatched,
		balance.WriteOffOpen, q.Now().Add(-writeOffWindow))
	if err != nil {
		return Figures{}, readtable.Failed("figures", err)
	}
	return f, nil
}
