package balanceservice

import (
	"context"

	"gateway/projections/audit/books"
	"gateway/projections/notary"
)

// Month starts a client's statement for a month in the form 2026-01, or for the current month if it is empty.
// It has the balance before the month; ReadMonth adds the month's sums. Refusals: not_found for a client that
// never registered; invalid_field month for one that is malformed or has not started.
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

// SigningKey returns the key that signs checkpoints and files.
func (b *Balances) SigningKey() notary.Key { return b.notary.Key() }

// ReadMonth sums the movements of a statement's month. It calls visit, unless nil, with each movement that
// changed the balance, oldest first. Errors: those of visit, and an error for a log that contradicts itself.
func (b *Balances) ReadMonth(ctx context.Context, m *books.Month, visit func(books.Change) error) error {
	return b.books().ReadMonth(ctx, m, visit)
}
