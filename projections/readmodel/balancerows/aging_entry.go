package balancerows

import (
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// The accounts whose debts age.
const (
	AgingReceivable = "receivable"
	AgingSuspense   = "suspense"
)

// AgingEntry is a change of what a client owes, or of what lies in suspense for it.
type AgingEntry struct {
	// Account is AgingReceivable or AgingSuspense.
	Account  string
	ClientID int64
	// Position and Revision are those of the movement in the log and in the client's stream.
	Position int64
	Revision int64
	// Item is the transaction_id of suspended money, and empty for a receivable.
	Item string
	// Amount is positive for a new debt and negative for what was paid back.
	Amount   decimal.Decimal
	BookedAt time.Time
	// Restored is true for a debt that was written off and is owed again.
	Restored bool
	// ClosedAt is when nothing of the debt was left.
	ClosedAt *time.Time
}

func (a *AgingEntry) columns(f *readtable.Fields) {
	f.At("account", &a.Account).At("client_id", &a.ClientID).At("position", &a.Position).At("revision", &a.Revision).At("item", &a.Item)
	f.At("amount", &a.Amount).At("booked_at", &a.BookedAt).At("closed_at", &a.ClosedAt)
	f.At("restored", &a.Restored)
}

var agingTable = readtable.TableOf(`(SELECT * FROM aging_entries WHERE account = $1 AND closed_at IS NULL AND booked_at <= $2
		UNION ALL SELECT * FROM aging_entries WHERE account = $1 AND closed_at > $2 AND booked_at <= $2) AS entries`,
	(*AgingEntry).columns)

// AgingEntries returns the entries of the debts on an account that were open at a moment, up to that moment, in the
// order of their booking for each client.
func (q *Queries) AgingEntries(ctx context.Context, account string, at time.Time) ([]AgingEntry, error) {
	return agingTable.List(ctx, q.DB, "ORDER BY entries.client_id, entries.position, entries.revision", account, at)
}

// AgingEntries projects the changes of receivables and of suspense.
type AgingEntries struct{}

// Name implements engine.Model.
func (AgingEntries) Name() string { return "aging_entries" }

// Tables implements engine.Model.
func (AgingEntries) Tables() []string { return []string{"aging_entries"} }

var insertAging = readtable.Insert("aging_entries", (*AgingEntry).columns)

// closeAging closes the entries of these clients up to the moments at which their debt was zero. Such a moment ends a
// round of entries.
const closeAging = `UPDATE aging_entries AS e SET closed_at = c.closed_at FROM (
		SELECT account, client_id, position, revision,
			max(CASE WHEN running = 0 THEN booked_at END) OVER (PARTITION BY account, client_id, item, round) AS closed_at
		FROM (SELECT *, count(CASE WHEN running = 0 THEN 1 END) OVER (PARTITION BY account, client_id, item
					ORDER BY position, revision ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS round
			FROM (SELECT *, sum(amount) OVER (PARTITION BY account, client_id, item ORDER BY position, revision) AS running
				FROM aging_entries WHERE closed_at IS NULL AND client_id = ANY($1)) AS summed) AS rounds) AS c
	WHERE c.closed_at IS NOT NULL AND e.client_id = c.client_id AND e.position = c.position AND e.revision = c.revision
		AND e.account = c.account`

// Applies implements engine.Selective.
func (AgingEntries) Applies() []domain.Event { return movements() }

// Apply implements engine.Model.
func (AgingEntries) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var entries []*AgingEntry
	clients := map[int64]bool{}
	for _, env := range events {
		for _, entry := range agingOf(env) {
			entries = append(entries, entry)
			clients[entry.ClientID] = true
		}
	}
	if len(entries) == 0 {
		return nil
	}
	if err := readtable.Run(ctx, tx, insertAging.Rows(entries...)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, closeAging, pq.Array(slices.Sorted(maps.Keys(clients))))
	return err
}

// agingOf returns the entries of a movement.
func agingOf(env eventstore.Envelope) (entries []*AgingEntry) {
	mover, ok := env.Event.(balance.Mover)
	if !ok {
		return nil
	}
	clientID, m := mover.Moved()
	_, restored := env.Event.(balance.WriteOffRecovered)
	owed, suspended := decimal.Zero, decimal.Zero
	for _, p := range m.Postings {
		switch p.Account {
		case ledger.Receivable(clientID):
			owed = owed.Sub(p.Amount)
		case ledger.Suspense:
			suspended = suspended.Add(p.Amount)
		}
	}
	add := func(account, item string, amount decimal.Decimal) {
		if !amount.IsZero() {
			entries = append(entries, &AgingEntry{
				Account: account, ClientID: clientID, Position: env.Position.Commit, Revision: int64(env.Revision), Item: item,
				Amount: amount, BookedAt: env.BookedAt, Restored: restored && account == AgingReceivable,
			})
		}
	}
	add(AgingReceivable, "", owed)
	add(AgingSuspense, m.Reference, suspended)
	return entries
}
