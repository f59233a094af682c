package connectionrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries what happened at connections.
type Queries struct{ readtable.DB }

// Sums are what happened at a connection in some hours. Amounts are gross and in rupiah.
type Sums struct {
	// Asked counts the creations of payments that the connection was asked for. Of these it opened, Opened; refused,
	// Refused; and certainly made nothing, so that another connection was asked, MadeNothing. The others have no answer.
	// An answer counts in the hour in which it came.
	Asked, Opened, Refused, MadeNothing int64
	// Paid counts the payments whose money came there, Settled those of them that the provider settled.
	Paid          int64
	PaidAmount    decimal.Decimal
	Settled       int64
	SettledAmount decimal.Decimal
	// PaidOut counts the payouts that the connection completed, with what reached the bank accounts.
	PaidOut       int64
	PaidOutAmount decimal.Decimal
	// Fees are what the provider charged, with VAT, less what it gave back.
	Fees decimal.Decimal
}

// hourSum are the sums of one connection in one hour.
type hourSum struct {
	connection string
	hour       time.Time
	Sums
}

func (s *hourSum) columns(f *readtable.Fields) {
	f.At("connection", &s.connection).At("hour", &s.hour)
	s.Sums.columns(f)
}

func (s *Sums) columns(f *readtable.Fields) {
	f.At("asked", &s.Asked).At("opened", &s.Opened).At("refusals", &s.Refused).At("made_nothing", &s.MadeNothing)
	f.At("paid", &s.Paid).At("paid_amount", &s.PaidAmount).At("settled", &s.Settled).At("settled_amount", &s.SettledAmount)
	f.At("paid_out", &s.PaidOut).At("paid_out_amount", &s.PaidOutAmount).At("fees", &s.Fees)
}

// allHours is the hour of the sums of all hours.
var allHours = time.Unix(0, 0).UTC()

var sumsTable = readtable.TableOf(`(SELECT COALESCE(sum(asked), 0)::bigint AS asked, COALESCE(sum(opened), 0)::bigint AS opened,
	COALESCE(sum(refusals), 0)::bigint AS refusals, COALESCE(sum(made_nothing), 0)::bigint AS made_nothing,
	COALESCE(sum(paid), 0)::bigint AS paid, COALESCE(sum(paid_amount), 0) AS paid_amount,
	COALESCE(sum(settled), 0)::bigint AS settled, COALESCE(sum(settled_amount), 0) AS settled_amount,
	COALESCE(sum(paid_out), 0)::bigint AS paid_out, COALESCE(sum(paid_out_amount), 0) AS paid_out_amount, COALESCE(sum(fees), 0) AS fees
	FROM connection_hours WHERE connection = $1 AND hour >= $2 AND hour <= $3) AS summed`, (*Sums).columns)

// ConnectionSums returns what happened at a connection since a moment, counted from the beginning of its hour.
func (q Queries) ConnectionSums(ctx context.Context, connection string, since time.Time) (Sums, error) {
	return sumsTable.Get(ctx, q.DB, "", connection, since.UTC().Truncate(time.Hour), "infinity")
}

// AllConnectionSums returns what ever happened at a connection.
func (q Queries) AllConnectionSums(ctx context.Context, connection string) (Sums, error) {
	return sumsTable.Get(ctx, q.DB, "", connection, allHours, allHours)
}

// Hours projects the sums.
type Hours struct{}

// Name implements engine.Model.
func (Hours) Name() string { return "connection_hours" }

// Tables implements engine.Model.
func (Hours) Tables() []string { return []string{"connection_hours"} }

// Applies implements engine.Selective.
func (Hours) Applies() []domain.Event {
	return []domain.Event{
		payment.Requested{},
		payment.Rerouted{},
		payment.Opened{},
		payment.Refused{},
		payment.Paid{},
		payment.Settled{},
		balance.PayoutCompleted{},
		treasury.FeeBooked{},
		treasury.FeeReturned{},
	}
}

var addToHours = readtable.Insert("connection_hours", (*hourSum).columns).OnConflict(`(connection, hour) DO UPDATE SET
	asked = t.asked + excluded.asked, opened = t.opened + excluded.opened, refusals = t.refusals + excluded.refusals,
	made_nothing = t.made_nothing + excluded.made_nothing, paid = t.paid + excluded.paid, paid_amount = t.paid_amount + excluded.paid_amount,
	settled = t.settled + excluded.settled, settled_amount = t.settled_amount + excluded.settled_amount,
	paid_out = t.paid_out + excluded.paid_out, paid_out_amount = t.paid_out_amount + excluded.paid_out_amount, fees = t.fees + excluded.fees`)

// hourKey identifies a row.
type hourKey struct {
	connection string
	hour       int64
}

// fold has the sums of a batch.
type fold struct {
	rows readtable.Changes[hourKey, hourSum]
}

// add changes the sums of the hour and of all hours.
func (f *fold) add(connection string, at time.Time, change func(*Sums)) {
	if connection == "" { // a payout that a person made
		return
	}
	for _, hour := range []time.Time{at.UTC().Truncate(time.Hour), allHours} {
		row := f.rows.ForKey(hourKey{connection, hour.Unix()})
		row.connection, row.hour = connection, hour
		change(&row.Sums)
	}
}

// Apply implements engine.Model.
func (Hours) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var f fold
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Requested:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Asked++ })
		case payment.Rerouted:
			f.add(e.From, env.BookedAt, func(s *Sums) { s.MadeNothing++ })
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Asked++ })
		case payment.Opened:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Opened++ })
		case payment.Refused:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Refused++ })
		case payment.Paid:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Paid, s.PaidAmount = s.Paid+1, s.PaidAmount.Add(e.PaidAmount) })
		case payment.Settled:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Settled, s.SettledAmount = s.Settled+1, s.SettledAmount.Add(e.PaidAmount) })
		case balance.PayoutCompleted:
			if e.ProviderID != "" { // otherwise a person made it
				f.add(e.Connection, env.BookedAt, func(s *Sums) { s.PaidOut, s.PaidOutAmount = s.PaidOut+1, s.PaidOutAmount.Add(e.Amount) })
			}
		case treasury.FeeBooked:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Fees = s.Fees.Add(e.Fee).Add(e.VAT) })
		case treasury.FeeReturned:
			f.add(e.Connection, env.BookedAt, func(s *Sums) { s.Fees = s.Fees.Sub(e.Fee).Sub(e.VAT) })
		}
	}
	return readtable.Run(ctx, tx, addToHours.Rows(f.rows.List...))
}
