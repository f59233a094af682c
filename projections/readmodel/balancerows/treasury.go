package balancerows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// TreasuryEntry is an entry about the gateway's own money (API reference: Admin treasury).
type TreasuryEntry struct {
	ID        int64           `db:"id" json:"id"`
	Position  int64           `db:"position" json:"position"`
	Kind      string          `db:"kind" json:"kind"`
	Amount    decimal.Decimal `db:"amount" json:"amount"`
	ValueDate string          `db:"value_date" json:"value_date"`
	Reference string          `db:"reference" json:"reference"`
	Note      string          `db:"note" json:"note"`
	// From is the account that the amount left. To is the account that received it.
	From     string    `db:"from_account" json:"from"`
	To       string    `db:"to_account" json:"to"`
	By       string    `db:"by" json:"by"`
	BookedAt time.Time `db:"booked_at" json:"booked_at"`
}

var treasuryTable = readtable.Of[TreasuryEntry]("treasury")

// TreasuryEntry returns one entry. Error: ErrNotFound.
func (q *Queries) TreasuryEntry(ctx context.Context, id int64) (TreasuryEntry, error) {
	return treasuryTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// TreasuryEntries returns a page of the entries booked from one moment to another, both included, and their
// total number. A zero moment is open.
func (q *Queries) TreasuryEntries(ctx context.Context, from, to time.Time, p readtable.Page) ([]TreasuryEntry, int64, error) {
	s := new(readtable.Search)
	s.Between("booked_at", from, to)
	return treasuryTable.ListCounted(ctx, q.DB, s, "booked_at", p)
}

// TreasuryEntries projects the entries of the gateway's own money.
type TreasuryEntries struct{}

// Name implements engine.Model.
func (TreasuryEntries) Name() string { return "treasury" }

// Tables implements engine.Model.
func (TreasuryEntries) Tables() []string { return []string{"treasury"} }

var insertTreasury = readtable.InsertStatement("treasury", "id bigint", "position bigint", "kind text", "amount numeric", "value_date text",
	"reference text", "note text", "from_account text", "to_account text", "by text", "booked_at timestamptz")

// Applies implements engine.Selective.
func (TreasuryEntries) Applies() []domain.Event { return []domain.Event{treasury.Entered{}} }

// Apply implements engine.Model.
func (TreasuryEntries) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var b readtable.Batch
	for _, env := range events {
		if e, ok := env.Event.(treasury.Entered); ok {
			from, to := fromTo(e.Postings)
			b.Add(e.ID, env.Position.Commit, e.Kind, e.Amount, e.ValueDate, e.Reference, e.Note, from, to, e.By, env.BookedAt)
		}
	}
	return b.Exec(ctx, tx, insertTreasury)
}

// fromTo returns the two accounts of an entry.
func fromTo(postings []ledger.Posting) (from, to string) {
	for _, p := range postings {
		if p.Amount.IsNegative() {
			from = p.Account
		} else {
			to = p.Account
		}
	}
	return from, to
}
