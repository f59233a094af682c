package balancerows

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/tax"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// accountMarkBits makes one in 2^accountMarkBits events with postings the first of a block of account_totals.
const accountMarkBits = 8

// AccountTotal is the balance of an account that belongs to no client, or the sum of one kind of account over
// all clients (ledger.OfAllClients).
type AccountTotal struct {
	Account string          `db:"account"`
	Balance decimal.Decimal `db:"balance"`
}

// AccountBlockAt returns the position of the event that starts the account_totals block containing a
// position. It returns zero for the first block. A block has a few hundred events with postings.
func (q *Queries) AccountBlockAt(ctx context.Context, position int64) (eventstore.Position, error) {
	var begin eventstore.Position
	err := q.SQL.QueryRowContext(ctx, `SELECT block, prepare FROM account_totals WHERE block <= $1 ORDER BY block DESC LIMIT 1`,
		position).Scan(&begin.Commit, &begin.Prepare)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return begin, readtable.Failed("account_totals", err)
	}
	return begin, nil
}

// AccountTotalsBefore returns the balances of the accounts before the block that starts at a position, by
// name. It reads a few rows per account.
func (q *Queries) AccountTotalsBefore(ctx context.Context, block int64) ([]AccountTotal, error) {
	rows := []AccountTotal{}
	err := q.SQL.SelectContext(ctx, &rows, `WITH RECURSIVE known AS (
			(SELECT account FROM account_totals ORDER BY account LIMIT 1)
			UNION ALL
			SELECT (SELECT t.account FROM account_totals t WHERE t.account > k.account ORDER BY t.account LIMIT 1)
			  FROM known k WHERE k.account IS NOT NULL)
		SELECT k.account, t.balance FROM known k, LATERAL (
			SELECT before + amount AS balance FROM account_totals t WHERE t.account = k.account AND t.block < $1
			 ORDER BY t.block DESC LIMIT 1) t
		 WHERE k.account IS NOT NULL ORDER BY k.account`, block)
	if err != nil {
		return nil, readtable.Failed("account_totals", err)
	}
	return rows, nil
}

// ClientBlock is a client's last block of movements that starts at or before a position. LastRevision is -1
// when there is none.
type ClientBlock struct {
	ClientID int64
	MovementBlock
}

func (b *ClientBlock) columns(f *readtable.Fields) {
	f.At("client_id", &b.ClientID)
	b.MovementBlock.columns(f)
}

var lastBlockTable = readtable.TableOf(`(SELECT c.client_id, COALESCE(m.block, -1) AS block, m.movements, m.before,
		m.first_position, m.last_position, COALESCE(m.last_revision, -1) AS last_revision
	FROM (SELECT client_id FROM balances WHERE client_id > $2 ORDER BY client_id LIMIT $3) c LEFT JOIN LATERAL (
		SELECT * FROM movement_blocks m WHERE m.client_id = c.client_id AND m.first_position <= $1
			ORDER BY m.first_position DESC LIMIT 1) m ON true) AS last`, (*ClientBlock).columns)

// LastMovementBlocks returns the last block of movements that starts at or before the position, for at most
// limit clients with ids above after, ordered by id.
func (q *Queries) LastMovementBlocks(ctx context.Context, through, after int64, limit int) ([]ClientBlock, error) {
	return lastBlockTable.List(ctx, q.DB, "ORDER BY last.client_id", through, after, limit)
}

// TotalsThrough returns the position that the models behind AccountTotalsBefore and LastMovementBlocks have
// both reached. It is zero when one was never built.
func (q *Queries) TotalsThrough(ctx context.Context) (eventstore.Position, error) {
	all, err := engine.Checkpoints(ctx, q.SQL.DB)
	if err != nil {
		return eventstore.Position{}, readtable.Failed("checkpoints", err)
	}
	through := all[AccountTotals{}.Name()].Position
	for _, name := range []string{MovementBlocks{}.Name(), Balances{}.Name()} {
		if at := all[name].Position; at.Before(through) {
			through = at
		}
	}
	return through, nil
}

// AccountTotals projects the ledger accounts. Clients' accounts are summed by kind.
type AccountTotals struct{}

// Name implements engine.Model.
func (AccountTotals) Name() string { return "account_totals" }

// Tables implements engine.Model.
func (AccountTotals) Tables() []string { return []string{"account_totals"} }

var addToAccountTotals = readtable.Custom(`INSERT INTO account_totals AS t (account, block, prepare, before, amount)
	SELECT n.account, n.block, n.prepare, COALESCE((SELECT p.before + p.amount FROM account_totals p
		WHERE p.account = n.account AND p.block < n.block ORDER BY p.block DESC LIMIT 1), 0), n.amount
	FROM {rows}
	ON CONFLICT (account, block) DO UPDATE SET amount = t.amount + excluded.amount`,
	(*blockSum).columns, "account", "block", "prepare", "amount")

// blockSum is the sum of a batch's postings to an account in a block.
type blockSum struct {
	account        string
	block, prepare int64
	amount         decimal.Decimal
}

func (s *blockSum) columns(f *readtable.Fields) {
	f.At("account", &s.account).At("block", &s.block).At("prepare", &s.prepare).At("amount", &s.amount)
}

// Applies implements engine.Selective.
func (AccountTotals) Applies() []domain.Event {
	return append(movements(), treasury.Entered{}, treasury.FeeBooked{}, treasury.FeeReturned{},
		treasury.FeeEstimated{}, treasury.FeeEstimateEnded{}, tax.Exported{}, tax.Replaced{})
}

// Apply implements engine.Model.
func (AccountTotals) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	sums := make(map[string]decimal.Decimal)
	var block *eventstore.Position
	for _, e := range events {
		for i, p := range postingsOf(e.Event) {
			// A block's rows must be written before the rows of the next block are computed from them.
			if i == 0 && isMark(e.Position.Commit, accountMarkBits) {
				if err := writeAccountTotals(ctx, tx, block, sums); err != nil {
					return err
				}
				block = &e.Position
			}
			account := ledger.OfAllClients(p.Account)
			sums[account] = sums[account].Add(p.Amount)
		}
	}
	return writeAccountTotals(ctx, tx, block, sums)
}

// writeAccountTotals adds the sums to a block and empties them. A nil block stands for the newest existing
// one.
func writeAccountTotals(ctx context.Context, tx *engine.Tx, block *eventstore.Position, sums map[string]decimal.Decimal) error {
	if len(sums) == 0 {
		return nil
	}
	if block == nil {
		newest, err := newestAccountBlock(ctx, tx)
		if err != nil {
			return err
		}
		block = &newest
	}
	var rows []*blockSum
	for _, account := range slices.Sorted(maps.Keys(sums)) {
		rows = append(rows, &blockSum{account, block.Commit, block.Prepare, sums[account]})
	}
	clear(sums)
	return readtable.Run(ctx, tx, addToAccountTotals.Rows(rows...))
}

// newestAccountBlock returns the start of the newest block, or zero before the first mark.
func newestAccountBlock(ctx context.Context, tx *engine.Tx) (begin eventstore.Position, err error) {
	rows, err := tx.Query(ctx, `SELECT block, prepare FROM account_totals ORDER BY block DESC LIMIT 1`)
	if err != nil {
		return begin, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&begin.Commit, &begin.Prepare); err != nil {
			return begin, err
		}
	}
	return begin, rows.Err()
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
