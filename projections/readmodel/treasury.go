package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/shopspring/decimal"
)

// TreasuryEntry is an entry of the gateway's own money (API reference: Admin treasury).
type TreasuryEntry struct {
	ID        int64           `db:"id" json:"id"`
	Position  int64           `db:"position" json:"position"`
	Kind      string          `db:"kind" json:"kind"`
	Amount    decimal.Decimal `db:"amount" json:"amount"`
	ValueDate string          `db:"value_date" json:"value_date"`
	Reference string          `db:"reference" json:"reference"`
	Note      string          `db:"note" json:"note"`
	// From is the account that the amount left, To the one that it came to.
	From     string    `db:"from_account" json:"from"`
	To       string    `db:"to_account" json:"to"`
	By       string    `db:"by" json:"by"`
	BookedAt time.Time `db:"booked_at" json:"booked_at"`
}

var treasuryTable = tableOf[TreasuryEntry]("treasury")

// TreasuryEntry returns one entry. Error: ErrNotFound.
func (q *Queries) TreasuryEntry(ctx context.Context, id int64) (TreasuryEntry, error) {
	return treasuryTable.get(ctx, q, "WHERE id = $1", id)
}

// TreasuryEntries returns a page of the entries that were booked from one moment to
// another, both included, and the number of all of them. A zero moment is open.
func (q *Queries) TreasuryEntries(ctx context.Context, from, to time.Time, p Page) ([]TreasuryEntry, int64, error) {
	const booked = "WHERE booked_at >= COALESCE($1, '-infinity'::timestamptz) AND booked_at <= COALESCE($2, 'infinity'::timestamptz)"
	var total int64
	if err := q.db.GetContext(ctx, &total, "SELECT count(*) FROM treasury "+booked, nullIfZero(from), nullIfZero(to)); err != nil {
		return nil, 0, &queryError{"treasury", err}
	}
	skip := int64(p.Number-1) * int64(p.PerPage)
	if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
		return []TreasuryEntry{}, total, nil
	}
	rows, err := treasuryTable.list(ctx, q, booked+" ORDER BY treasury.booked_at DESC, treasury.position DESC OFFSET $3 LIMIT $4",
		nullIfZero(from), nullIfZero(to), skip, p.PerPage)
	return rows, total, err
}

// treasuryEntries projects the entries of the gateway's own money.
type treasuryEntries struct{}

func (treasuryEntries) Name() string     { return "treasury" }
func (treasuryEntries) Tables() []string { return []string{"treasury"} }

var insertTreasury = insertStatement("treasury", "id bigint", "position bigint", "kind text", "amount numeric", "value_date text",
	"reference text", "note text", "from_account text", "to_account text", "by text", "booked_at timestamptz")

// Applies implements engine.Selective.
func (treasuryEntries) Applies() []domain.Event { return []domain.Event{treasury.Entered{}} }

// Apply implements engine.Model.
func (treasuryEntries) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var b batch
	for _, env := range events {
		if e, ok := env.Event.(treasury.Entered); ok {
			from, to := fromTo(e.Postings)
			b.add(e.ID, env.Position.Commit, e.Kind, e.Amount, e.ValueDate, e.Reference, e.Note, from, to, e.By, env.BookedAt)
		}
	}
	return b.exec(ctx, tx, insertTreasury)
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
