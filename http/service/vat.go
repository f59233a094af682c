package service

import (
	"context"

	"gateway/domain/tax"
	"gateway/eventstore"
)

// IsVATExempt reports whether what the client creates now is charged without VAT.
func (c *Core) IsVATExempt(ctx context.Context, clientID int64) (bool, error) {
	s, _, err := eventstore.Load(ctx, c.Log, tax.Clients, tax.ClientStream(clientID))
	return s.IsExempt(c.Calendar.DayOf(c.Now())), err
}
