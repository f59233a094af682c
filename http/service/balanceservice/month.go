package balanceservice

import (
	"context"

	"gateway/projections/audit/books"
	"gateway/projections/notary"
)

// Month begins a client's statement of a month, given as 2026-01; of the month that it is, when
// it is empty. It has the balance before the month; ReadMonth sums what came then. Refusals:
// not_found, of a client that never registered; invalid_field month, of one that is none or has not
// begun.
func (b *Balances) Month(ctx context.Context, clientID int64, month string) (books.Month, error) {
	now := b.Now()
	if month == "" {
		month = b.Calendar.MonthOf(now)
	}
	owner, err := b.Queries.Client(ctx, clientID)
	if err != nil {
		return books.Month{}, err
	}
	m, err := b.books().OpenMonth(ctx, clientID, b.Calendar, month, now)
	m.Name = owner.Name
	return m, err
}

// SigningKey is the key that signs checkpoints and files.
func (b *Balances) SigningKey() notary.Key { return b.notary.Key() }

// ReadMonth sums the movements of a statement's month, and calls visit, unless it is nil, with
// each that changed the balance, oldest first. Errors: those of visit, and one of a log that
// contradicts itself.
func (b *Balances) ReadMonth(ctx context.Context, m *books.Month, visit func(books.Change) error) error {
	return b.books().ReadMonth(ctx, m, visit)
}
