package balancerows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/jsontext"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/eventstore/coalesce"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Queries queries balances, movements and the gateway's own money.
type Queries struct {
	readtable.DB
	balances *coalesce.Calls[int64, Balance]
}

// NewQueries makes the queries. Concurrent requests for balances share one query.
func NewQueries(db readtable.DB) *Queries {
	q := &Queries{DB: db}
	q.balances = coalesce.New(coalesce.Config{Slots: 2, MaxBatch: 64, Limit: 10 * time.Second}, q.BalancesInOrder)
	return q
}

// Balance is a client's balance in rupiah (API reference: Account). Total is the sum
// of the other four.
type Balance struct {
	ClientID  int64           `json:"client_id"`
	Total     decimal.Decimal `json:"saldo"`
	Available decimal.Decimal `json:"saldo_yang_bisa_ditarik"`
	Held      decimal.Decimal `json:"ditahan"`
	Unsettled decimal.Decimal `json:"belum_settle"`
	// Receivable is what the client owes; it is 0 or below.
	Receivable decimal.Decimal `json:"piutang"`
}

// AppendJSON implements jsontext.Appender. It writes the same bytes as encoding/json.
func (b Balance) AppendJSON(to []byte) ([]byte, error) {
	o := jsontext.Begin(to)
	o.Int("client_id", b.ClientID)
	o.Decimal("saldo", b.Total)
	o.Decimal("saldo_yang_bisa_ditarik", b.Available)
	o.Decimal("ditahan", b.Held)
	o.Decimal("belum_settle", b.Unsettled)
	o.Decimal("piutang", b.Receivable)
	return o.End()
}

func (b *Balance) columns(f *readtable.Fields) {
	f.At("client_id", &b.ClientID).At("saldo", &b.Total).At("available", &b.Available).At("held", &b.Held).At("unsettled", &b.Unsettled)
	f.At("receivable", &b.Receivable)
}

var (
	// balanceTable has a row for each client; balanceRows has only clients with a movement.
	balanceTable = readtable.TableOf("clients LEFT JOIN balances ON client_id = id", (*Balance).columns).
			With(map[string]string{"client_id": "id"})
	balanceRows = readtable.TableOf("balances", (*Balance).columns)
)

// Balance returns the balance of a client, which is zero before its first movement. Concurrent requests share
// a query. It returns ErrNotFound when there is no such client.
func (q *Queries) Balance(ctx context.Context, clientID int64) (Balance, error) {
	b, err := q.balances.Do(ctx, clientID)
	if err == nil && b.ClientID == 0 {
		return b, readtable.ErrNotFound
	}
	return b, err
}

// BalancesInOrder returns the balances of the clients in the given order. The result for a missing client has
// the id 0.
func (q *Queries) BalancesInOrder(ctx context.Context, clientIDs []int64) ([]Balance, error) {
	rows, err := balanceTable.List(ctx, q.DB, "WHERE id = ANY($1)", pq.Array(clientIDs))
	if err != nil {
		return nil, err
	}
	found := make(map[int64]Balance, len(rows))
	for _, b := range rows {
		found[b.ClientID] = b
	}
	all := make([]Balance, len(clientIDs))
	for i, id := range clientIDs {
		all[i] = found[id]
	}
	return all, nil
}

// BalancesOf returns the balances of those clients that have a movement, in any order.
func (q *Queries) BalancesOf(ctx context.Context, clientIDs []int64) ([]Balance, error) {
	return balanceRows.List(ctx, q.DB, "WHERE client_id = ANY($1)", pq.Array(clientIDs))
}

// Balances projects the clients' accounts from the postings of every movement.
type Balances struct{}

// Name implements engine.Model.
func (Balances) Name() string { return "balances" }

// Tables implements engine.Model.
func (Balances) Tables() []string { return []string{"balances"} }

var addToBalances = readtable.Insert("balances", (*balanceChange).columns).OnConflict(`(client_id) DO UPDATE SET
	saldo = t.saldo + excluded.saldo, available = t.available + excluded.available,
	unsettled = t.unsettled + excluded.unsettled, held = t.held + excluded.held,
	receivable = t.receivable + excluded.receivable, updated_at = excluded.updated_at`)

// balanceChange is the sum of a batch's postings to the accounts of one client.
type balanceChange struct {
	Balance
	moved ledger.Totals
	at    time.Time
}

func (c *balanceChange) columns(f *readtable.Fields) {
	c.Balance.columns(f)
	f.At("updated_at", &c.at)
}

// Applies implements engine.Selective.
func (Balances) Applies() []domain.Event { return movements() }

// Apply implements engine.Model.
func (Balances) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var all readtable.Changes[int64, balanceChange]
	for _, e := range events {
		mover, ok := e.Event.(balance.Mover)
		if !ok {
			continue
		}
		clientID, movement := mover.Moved()
		c := all.ForKey(clientID)
		c.ClientID, c.at = clientID, movement.At
		c.moved = c.moved.Apply(clientID, movement.Postings)
	}
	for _, c := range all.List {
		c.Total, c.Available, c.Unsettled = c.moved.Sum(), c.moved.Available, c.moved.Unsettled
		c.Held, c.Receivable = c.moved.Held, c.moved.Receivable
	}
	return readtable.Run(ctx, tx, addToBalances.Rows(all.List...))
}

// movements returns a zero value of each event that moves money.
func movements() (moving []domain.Event) {
	for _, e := range balance.Events() {
		if _, moves := e.(balance.Mover); moves {
			moving = append(moving, e)
		}
	}
	return moving
}
