package readmodel

import (
	"context"
	"maps"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// AccountBlockSize is the number of positions in a block of account_totals.
const AccountBlockSize = 1 << 16

// AccountTotal is what an account that belongs to no client holds.
type AccountTotal struct {
	Account string          `db:"account"`
	Balance decimal.Decimal `db:"balance"`
}

// AccountTotalsBefore returns what the accounts that belong to no client held before a block
// of positions (position / AccountBlockSize), by name. It reads a few rows for each account.
func (q *Queries) AccountTotalsBefore(ctx context.Context, block int64) ([]AccountTotal, error) {
	rows := []AccountTotal{}
	err := q.db.SelectContext(ctx, &rows, `WITH RECURSIVE known AS (
			(SELECT account FROM account_totals ORDER BY account LIMIT 1)
			UNION ALL
			SELECT (SELECT t.account FROM account_totals t WHERE t.account > k.account ORDER BY t.account LIMIT 1)
			  FROM known k WHERE k.account IS NOT NULL)
		SELECT k.account, t.balance FROM known k, LATERAL (
			SELECT before + amount AS balance FROM account_totals t WHERE t.account = k.account AND t.block < $1
			 ORDER BY t.block DESC LIMIT 1) t
		 WHERE k.account IS NOT NULL ORDER BY k.account`, block)
	if err != nil {
		return nil, &queryError{"account_totals", err}
	}
	return rows, nil
}

// ClientBlock is the last block of a client's movements that begins at or before a position.
// LastRevision is -1 where there is none.
type ClientBlock struct {
	ClientID int64 `db:"client_id"`
	MovementBlock
}

// LastMovementBlocks returns, for at most limit clients after one, by id, their last blocks
// of movements that begin at or before the position.
func (q *Queries) LastMovementBlocks(ctx context.Context, through, after int64, limit int) ([]ClientBlock, error) {
	rows := []ClientBlock{}
	err := q.db.SelectContext(ctx, &rows, `SELECT c.client_id, COALESCE(m.block, -1) AS block, COALESCE(m.movements, 0) AS movements,
			COALESCE(m.before, 0) AS before,
			COALESCE(m.first_position, 0) AS first_position,
			COALESCE(m.last_position, 0) AS last_position, COALESCE(m.last_revision, -1) AS last_revision
		FROM (SELECT client_id FROM balances WHERE client_id > $2 ORDER BY client_id LIMIT $3) c LEFT JOIN LATERAL (
			SELECT * FROM movement_blocks m WHERE m.client_id = c.client_id AND m.first_position <= $1
				ORDER BY m.first_position DESC LIMIT 1) m ON true
		ORDER BY c.client_id`, through, after, limit)
	if err != nil {
		return nil, &queryError{"movement_blocks", err}
	}
	return rows, nil
}

// TotalsThrough returns the position up to which the models behind AccountTotalsBefore and
// LastMovementBlocks have seen the log; zero where one was never built.
func (q *Queries) TotalsThrough(ctx context.Context) (eventstore.Position, error) {
	all, err := engine.Checkpoints(ctx, q.db.DB)
	if err != nil {
		return eventstore.Position{}, &queryError{"checkpoints", err}
	}
	through := all[accountTotals{}.Name()].Position
	for _, name := range []string{movementBlocks{}.Name(), balances{}.Name()} {
		if at := all[name].Position; at.Before(through) {
			through = at
		}
	}
	return through, nil
}

// accountTotals projects the accounts that belong to no client.
type accountTotals struct{}

func (accountTotals) Name() string     { return "account_totals" }
func (accountTotals) Tables() []string { return []string{"account_totals"} }

var addToAccountTotals = `INSERT INTO account_totals AS t (account, block, before, amount)
	SELECT n.account, n.block, COALESCE((SELECT p.before + p.amount FROM account_totals p
		WHERE p.account = n.account AND p.block < n.block ORDER BY p.block DESC LIMIT 1), 0), n.amount
	FROM ` + unnested("account text", "block bigint", "amount numeric") + `
	ON CONFLICT (account, block) DO UPDATE SET amount = t.amount + excluded.amount`

// Applies implements engine.Selective.
func (accountTotals) Applies() []domain.Event {
	return append(movements(), treasury.Entered{}, treasury.FeeBooked{}, treasury.FeeReturned{})
}

// Apply implements engine.Model.
func (accountTotals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	sums := make(map[string]decimal.Decimal)
	block := int64(-1)
	write := func() error {
		var b batch
		for _, account := range slices.Sorted(maps.Keys(sums)) {
			b.add(account, block, sums[account])
		}
		clear(sums)
		return b.exec(ctx, tx, addToAccountTotals)
	}
	for _, e := range events {
		for _, p := range postingsOf(e.Event) {
			if strings.HasPrefix(p.Account, "client:") {
				continue
			}
			// A block's rows are written before those of the next one are computed from them.
			if at := e.Position.Commit / AccountBlockSize; at != block {
				if err := write(); err != nil {
					return err
				}
				block = at
			}
			sums[p.Account] = sums[p.Account].Add(p.Amount)
		}
	}
	return write()
}

// postingsOf returns the postings of an event.
func postingsOf(e domain.Event) []ledger.Posting {
	switch e := e.(type) {
	case balance.Mover:
		_, m := e.Moved()
		return m.Postings
	case interface{ Posted() []ledger.Posting }:
		return e.Posted()
	}
	return nil
}
