package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/listing"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// days has the parameters from and to of a list.
type days struct{ from, to string }

// selected reads the period of a list, both ends included, and its Selection. Refusals: invalid_field from, to, amount_from and
// amount_to.
func (a *Admin) selected(
	ctx context.Context, p days, amountFrom, amountTo, sort string,
) (in books.Range, selection readtable.Selection, err error) {
	if in, err = a.Balances.Between(ctx, "from", p.from, "to", p.to); err != nil {
		return in, selection, err
	}
	if !in.From.IsZero() && !in.To.IsZero() && in.To.Before(in.From) {
		err = domain.InvalidField("to", "must not be before from")
	}
	selection, wrong := listing.Selection(amountFrom, amountTo, sort, in.From)
	return in, selection, domain.Together(err, wrong)
}

func (a *Admin) listSuspense(ctx context.Context, p ListSuspenseParams) ([]paymentrows.SuspenseItem, int64, error) {
	in, selection, err := a.selected(ctx, days{p.From, p.To}, p.AmountFrom, p.AmountTo, string(p.Sort))
	if err != nil {
		return nil, 0, err
	}
	return a.Queries.SuspenseItems(ctx, paymentrows.SuspenseFilter{
		Status: p.Status, From: in.From, To: in.To,
		Selection: selection,
	}, p.Shown())
}
