package payoutrows

import (
	"context"
	"time"

	"gateway/domain/balance"
	"gateway/domain/risk"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// DoneBefore returns for each payout the last completed ones of the same client and kind that were requested before it, at
// most risk.UsualOf, newest first. The result has the order of the payouts.
func (q Queries) DoneBefore(ctx context.Context, payouts []AdminPayout) ([][]risk.Done, error) {
	kinds, clients := make([]string, len(payouts)), make([]int64, len(payouts))
	times := make([]string, len(payouts))
	for i, p := range payouts {
		kinds[i], clients[i], times[i] = p.Kind, p.ClientID, p.CreatedAt.UTC().Format(time.RFC3339Nano)
	}
	var rows []struct {
		N      int             `db:"n"`
		Amount decimal.Decimal `db:"jumlah"`
		Bank   string          `db:"bank"`
		Number string          `db:"norek"`
	}
	err := q.SQL.SelectContext(ctx, &rows, `SELECT n, jumlah, bank, norek
		FROM unnest($1::text[], $2::bigint[], $3::timestamptz[]) WITH ORDINALITY AS asked (kind, client_id, at, n), LATERAL (
			SELECT jumlah, bank, norek FROM payouts
			WHERE client_id = asked.client_id AND kind = asked.kind COLLATE "C" AND status = '`+balance.StatusCompleted+`'
				AND created_at < asked.at ORDER BY payouts.created_at DESC, payouts.position DESC LIMIT $4) AS done ORDER BY n`,
		pq.Array(kinds), pq.Array(clients), pq.Array(times), risk.UsualOf)
	if err != nil {
		return nil, readtable.Failed("payouts", err)
	}
	done := make([][]risk.Done, len(payouts))
	for _, row := range rows {
		d := risk.Done{Amount: row.Amount, To: balance.BankAccount{Number: row.Number, Bank: row.Bank}}
		done[row.N-1] = append(done[row.N-1], d)
	}
	return done, nil
}

// DecisionTimes returns how long the last decisions of administrators on payouts of the kind took since a time, at most
// risk.DecidedOf.
func (q Queries) DecisionTimes(ctx context.Context, kind string, since time.Time) ([]time.Duration, error) {
	return readtable.Decisions(ctx, q.DB, "payouts", "WHERE kind = $1 AND decided_at > $2 ORDER BY decided_at DESC LIMIT $3",
		kind, since, risk.DecidedOf)
}

// Waiting returns a page of the pending payouts of a kind, those that wait longest first, and their total number.
func (q Queries) Waiting(ctx context.Context, kind string, p readtable.Page) ([]Payout, int64, error) {
	const waiting = "WHERE kind = $1 AND status = '" + balance.StatusPending + "'"
	if p.After != nil {
		rows, err := payoutTable.List(ctx, q.DB, waiting+" AND position > $2 ORDER BY payouts.position LIMIT $3", kind,
			p.After.Position, p.PerPage)
		return rows, p.After.Total, err
	}
	var total int64
	err := q.SQL.GetContext(ctx, &total, "SELECT COALESCE(sum(n), 0)::bigint FROM payout_counts "+waiting, kind)
	if err != nil {
		return nil, 0, readtable.Failed("payouts", err)
	}
	first := int64(p.Number-1) * int64(p.PerPage)
	if first >= total {
		return []Payout{}, total, nil
	}
	// The index alone finds where the page begins.
	rows, err := payoutTable.List(ctx, q.DB, waiting+" AND position >= (SELECT position FROM payouts "+waiting+
		" ORDER BY position OFFSET $2 LIMIT 1) ORDER BY payouts.position LIMIT $3", kind, first, p.PerPage)
	return rows, total, err
}
