// Package treasury has the use case of the gateway's own money: an administrator enters
// what a bank statement or the provider's dashboard says. What may be entered is package
// domain/treasury's.
package treasury

import (
	"context"
	"strings"

	"gateway/domain"
	"gateway/domain/sequence"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/readmodel"

	"github.com/shopspring/decimal"
)

// Entries are the entries of the gateway's own money.
type Entries struct{ *service.Core }

// Request is an entry to make. From and To are the accounts of an opening, else empty.
type Request struct {
	Kind      string
	Amount    decimal.Decimal // rupiah
	ValueDate string          // a day as 2026-01-31, today when empty
	Reference string
	Note      string
	From, To  string
}

// Enter makes the entry. Errors are those of service.Create and the refusals of
// treasury.Enter.
func (e Entries) Enter(ctx context.Context, creation service.Creation, r Request) (service.Created, error) {
	reference := strings.TrimSpace(r.Reference)
	find := func(ctx context.Context, reserved service.Reserved) (readmodel.TreasuryEntry, bool, error) {
		s, _, err := eventstore.Load(ctx, e.Log, treasury.Entries, treasury.Stream(reference))
		if err != nil || s.ID != reserved.ID || s.ID == 0 {
			return readmodel.TreasuryEntry{}, false, err
		}
		row, err := e.Queries.TreasuryEntry(ctx, reserved.ID)
		return row, err == nil, err
	}
	return service.Create(ctx, e.Core, creation, service.Reserve{Sequence: sequence.Treasury}, find,
		func(ctx context.Context, reserved service.Reserved) (readmodel.TreasuryEntry, error) {
			_, err := service.Execute(ctx, e.Core, treasury.Entries, treasury.Stream(reference), func(s treasury.Entry) ([]domain.Event, error) {
				return treasury.Enter(s, treasury.EnterCmd{
					ID: reserved.ID, Kind: r.Kind, Amount: r.Amount, ValueDate: r.ValueDate, Today: e.Calendar.DayOf(e.Now()),
					Reference: reference, Note: r.Note, From: r.From, To: r.To, By: service.Actor(ctx), At: e.Now(),
				})
			})
			if err != nil {
				return readmodel.TreasuryEntry{}, err
			}
			return e.Queries.TreasuryEntry(ctx, reserved.ID)
		})
}
