package bankrows

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/bankstatement"
	"gateway/domain/ledger"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Booking is a booking of the gateway on its bank account (API reference: Admin bank).
type Booking struct {
	// ID is the stream and the revision of the event.
	ID       string `json:"id"`
	Position int64  `json:"-"`
	// Kind is the kind of the entry, or the name of the event without its version.
	Kind      string `json:"kind"`
	Reference string `json:"reference"`
	// ClientID is 0 for an entry of the gateway's own money.
	ClientID int64           `json:"client_id"`
	Amount   decimal.Decimal `json:"amount"`
	// ValueDate is empty in the table for a booking that has only a time. Queries fill it.
	ValueDate string    `json:"value_date"`
	ValueAt   time.Time `json:"-"`
	// LineID is the bank's line; empty without one.
	LineID    string    `json:"line_id"`
	CreatedAt time.Time `json:"created_at"`
}

func (b *Booking) columns(f *readtable.Fields) {
	f.At("id", &b.ID).At("position", &b.Position).At("kind", &b.Kind).At("reference", &b.Reference).At("client_id", &b.ClientID)
	f.At("amount", &b.Amount).At("value_date", &b.ValueDate).At("value_at", &b.ValueAt).At("created_at", &b.CreatedAt)
	f.Later("line_id", &b.LineID)
}

// Booked returns the booking as a command about it takes it.
func (b Booking) Booked() bankstatement.Booked {
	booked := bankstatement.Booked{BookingID: b.ID, Amount: b.Amount, ValueDate: b.ValueDate}
	if b.ValueDate == "" {
		booked.ValueAt = b.ValueAt
	}
	return booked
}

var bookingTable = readtable.TableOf("bank_bookings", (*Booking).columns)

// BankBooking returns one booking. Error: readtable.ErrNotFound.
func (q Queries) BankBooking(ctx context.Context, id string) (Booking, error) {
	return bookingTable.Get(ctx, q.DB, "WHERE id = $1", id)
}

// OpenBankBookings returns a page of the bookings that no line is known for, newest first, and their total number.
func (q Queries) OpenBankBookings(ctx context.Context, p readtable.Page) ([]Booking, int64, error) {
	s := new(readtable.Search)
	s.And("line_id = ''")
	return bookingTable.ListCounted(ctx, q.DB, s, "", p)
}

// OpenBankBookingsOf returns the bookings of an amount that no line is known for, newest first, at most limit.
func (q Queries) OpenBankBookingsOf(ctx context.Context, amount decimal.Decimal, limit int) ([]Booking, error) {
	return bookingTable.List(ctx, q.DB, "WHERE line_id = '' AND amount = $1 ORDER BY bank_bookings.position DESC LIMIT $2", amount, limit)
}

// Bookings projects what the gateway booked on its bank account.
type Bookings struct{}

// Name implements engine.Model.
func (Bookings) Name() string { return "bank_bookings" }

// Tables implements engine.Model.
func (Bookings) Tables() []string { return []string{"bank_bookings", "bank_sums"} }

var (
	insertBookings = readtable.Insert("bank_bookings", (*bookingChange).columns)
	updateBookings = readtable.Update("bank_bookings", (*bookingChange).columns, "id")
	addToSums      = readtable.Custom(`INSERT INTO bank_sums AS t (side, state, day, quarter, n, amount)
		SELECT side, state, day, quarter, n, amount FROM {rows}
		ON CONFLICT (day, quarter, side, state) DO UPDATE SET n = t.n + excluded.n, amount = t.amount + excluded.amount`,
		(*sumRow).columns, "side", "state", "day", "quarter", "n", "amount")
)

// bookingChange holds a batch's changes to one booking.
type bookingChange struct {
	Booking
	readtable.Changed
}

// Applies implements engine.Selective.
func (Bookings) Applies() []domain.Event {
	all := []domain.Event{
		treasury.Entered{},
		bankstatement.BookingTaken{},
		bankstatement.BookingFreed{},
		bankstatement.Imported{},
		bankstatement.LineMatched{},
		bankstatement.LineExplained{},
		bankstatement.LineReopened{},
	}
	for _, e := range balance.Events() {
		if _, moves := e.(balance.Mover); moves {
			all = append(all, e)
		}
	}
	return all
}

// bookingFold is the folded batch.
type bookingFold struct {
	bookings readtable.Changes[string, bookingChange]
	sums     readtable.Changes[sumKey, sumRow]
}

// Apply implements engine.Model.
func (Bookings) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f bookingFold
	for _, e := range events {
		f.fold(e)
	}
	changed := f.bookings.List
	return readtable.Run(ctx, tx, insertBookings.RowsIf(changed, (*bookingChange).IsNew),
		updateBookings.RowsIf(changed, (*bookingChange).IsKnown), addToSums.Rows(f.sums.List...))
}

func (f *bookingFold) fold(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case treasury.Entered:
		f.booked(env, Booking{Kind: e.Kind, Reference: e.Reference, ValueDate: e.ValueDate, ValueAt: e.At, CreatedAt: e.At}, e.Postings)
	case balance.Mover:
		client, m := e.Moved()
		kind, _, _ := strings.Cut(e.EventType(), ".v")
		f.booked(env, Booking{Kind: kind, Reference: m.Reference, ClientID: client, ValueAt: valueAt(e, m), CreatedAt: m.At}, m.Postings)
	case bankstatement.BookingTaken:
		f.linked(e.Booked, stateUnmatched, stateMatched, e.LineID)
	case bankstatement.BookingFreed:
		f.linked(e.Booked, stateMatched, stateUnmatched, "")
	case bankstatement.Imported:
		for _, l := range e.Lines {
			f.add(sumKey{side: SideBank, state: bankstatement.StatusUnmatched, day: e.Day}, 1, l.Amount)
		}
	case bankstatement.LineMatched:
		f.cleared(e.LineID, e.Amount, bankstatement.StatusUnmatched, bankstatement.StatusMatched)
	case bankstatement.LineExplained:
		f.cleared(e.LineID, e.Amount, bankstatement.StatusUnmatched, bankstatement.StatusExplained)
	case bankstatement.LineReopened:
		f.cleared(e.LineID, e.Amount, e.Was(), bankstatement.StatusUnmatched)
	}
}

// valueAt is when a movement is of: the time of the transfer, where a person gave it.
func valueAt(e balance.Mover, m balance.Movement) time.Time {
	if completed, ok := e.(balance.PayoutCompleted); ok && !completed.TransferAt.IsZero() {
		return completed.TransferAt
	}
	return m.At
}

// booked adds the booking of an event, if it moves money on our bank account.
func (f *bookingFold) booked(env eventstore.Envelope, b Booking, postings []ledger.Posting) {
	for _, p := range postings {
		if p.Account == ledger.BankOperating {
			b.Amount = b.Amount.Sub(p.Amount) // the account is negative while there is money on it
		}
	}
	if b.Amount.IsZero() {
		return
	}
	b.ID, b.Position = fmt.Sprintf("%s@%d", env.Stream, env.Revision), env.Position.Commit
	c := f.bookings.ForKey(b.ID)
	c.New, c.Booking = true, b
	c.Assigned(&c.LineID)
	f.add(keyOf(b.Booked(), stateUnmatched), 1, b.Amount)
}

func (f *bookingFold) linked(b bankstatement.Booked, from, to, line string) {
	c := f.bookings.ForKey(b.BookingID)
	c.ID = b.BookingID
	readtable.Assign(&c.Changed, &c.LineID, line)
	f.add(keyOf(b, from), -1, b.Amount.Neg())
	f.add(keyOf(b, to), 1, b.Amount)
}

func (f *bookingFold) cleared(line string, amount decimal.Decimal, from, to string) {
	_, day, _ := bankstatement.LineParts(line)
	f.add(sumKey{side: SideBank, state: from, day: day}, -1, amount.Neg())
	f.add(sumKey{side: SideBank, state: to, day: day}, 1, amount)
}

func (f *bookingFold) add(key sumKey, n int64, amount decimal.Decimal) {
	row := f.sums.ForKey(key)
	row.sumKey, row.N, row.Amount = key, row.N+n, row.Amount.Add(amount)
}
