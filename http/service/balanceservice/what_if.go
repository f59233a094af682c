package balanceservice

import (
	"context"

	"gateway/domain/whatif"
	"gateway/projections/audit/books"
)

// WhatIf computes what a client's payments in a range would have brought under another rule, by now if the
// range is open. Only one runs at a time, because it reads every payment. Refusals: those of
// whatif.Rule.Check and books.Reader.CheckClient; invalid_field from for more than books.MaxWhatIf payments.
func (b *Balances) WhatIf(ctx context.Context, clientID int64, in books.Range, rule whatif.Rule) (whatif.Comparison, error) {
	if err := rule.Check(); err != nil {
		return whatif.Comparison{}, err
	}
	if err := b.books().CheckClient(ctx, clientID); err != nil {
		return whatif.Comparison{}, err
	}
	select {
	case b.whatIf <- struct{}{}:
		defer func() { <-b.whatIf }()
	case <-ctx.Done():
		return whatif.Comparison{}, ctx.Err()
	}
	return b.books().WhatIf(ctx, clientID, in, rule, b.Now())
}
