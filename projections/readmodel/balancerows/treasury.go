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
	ID        int64           `json:"id"`
	Position  int64           `json:"position"`
	Kind      string          `json:"kind"`
	Amount    decimal.Decimal `json:"amount"`
	ValueDate string          `json:"value_date"`
	Reference string          `json:"reference"`
	Note      string          `json:"note"`
	// From is the account that the amount left. To is the account that received it.
	From     string    `json:"from"`
	To       string    `json:"to"`
	By       string    `json:"by"`
	BookedAt time.Time `json:"booked_at"`
}

func (e *TreasuryEntry) columns(f *readtable.Fields) {
	f.At("id", &e.ID).At("position", &e.Position).At("kind", &e.Kind).At("amount", &e.Amount).At("value_date", &e.ValueDate)
	f.At("reference", &e.Reference).At("note", &e.Note).At("from_account", &e.From).At("to_account", &e.To).At("by", &e.By)
	f.At("booked_at", &e.BookedAt)
}

var treasuryTable = readtable.TableOf("treasury", (*TreasuryEntry).columns)

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

var insertTreasury = readtable.Insert("treasury", (*TreasuryEntry).columns)

// Applies implements engine.Selective.
func (TreasuryEntries) Applies() []domain.Event { return []domain.Event{treasury.Entered{}} }

// Apply implements engine.Model.
func (TreasuryEntries) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var entries []*TreasuryEntry
	for _, env := range events {
		if e, ok := env.Event.(treasury.Entered); ok {
			from, to := fromTo(e.Postings)
			entries = append(entries, &TreasuryEntry{
				ID: e.ID, Position: env.Position.Commit, Kind: e.Kind, Amount: e.Amount, ValueDate: e.ValueDate, Reference: e.Reference,
				Note: e.Note, From: from, To: to, By: e.By, BookedAt: env.BookedAt,
			})
		}
	}
	return readtable.Run(ctx, tx, insertTreasury.Rows(entries...))
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
