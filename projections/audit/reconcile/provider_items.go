package reconcile

import (
	"cmp"
	"context"
	"slices"

	"gateway/domain/report"

	"github.com/shopspring/decimal"
)

// items are the items of one side, by kind.
type items map[string]itemsByReference

// itemsByReference are the items of one kind, by our reference.
type itemsByReference map[string][]*Item

func newItems() items {
	all := make(items)
	for _, kind := range kinds {
		all[kind] = make(itemsByReference)
	}
	return all
}

func (i items) add(kind, reference string, item *Item) {
	i[kind][reference] = append(i[kind][reference], item)
}

// providerItems lists the provider's bookings as items.
func providerItems(ctx context.Context, at Provider, q report.BookingQuery, otherDay bool) (items, error) {
	all := newItems()
	err := at.ListBookings(ctx, q, func(b report.Booking) error {
		kind, ok := kindOf(b)
		reference := b.Reference
		if kind == kindOwnMoney {
			reference = cmp.Or(b.Reference, b.ProductID, b.ID)
		}
		if ok {
			all.add(kind, reference, &Item{
				ID: b.ProductID, Amount: b.Amount, Effect: effectOf(b), Status: b.Status, At: b.At.UTC(), alias: b.ID, otherDay: otherDay,
			})
		}
		if fee := feeOf(b); fee != nil {
			fee.otherDay = otherDay
			all.add(kindFee, b.Reference, fee)
		}
		return nil
	})
	for _, byReference := range all {
		for _, list := range byReference {
			slices.SortStableFunc(list, func(a, b *Item) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
		}
	}
	return all, err
}

// kindOf returns the kind of a booking. A booking that is neither a client's money nor taken back from a
// client is our own money.
func kindOf(b report.Booking) (kind string, ok bool) {
	switch {
	case b.Kind == report.BookedPayment:
		return kindPayment, true
	case b.Kind == report.BookedPayout:
		return kindPayout, true
	case b.Kind.TakesBack():
		return kindReversal, true
	}
	// A booking without effect is on neither side.
	return kindOwnMoney, b.Status == report.Completed
}

// effectOf returns what a booking adds to our balance at the provider, without its fee.
func effectOf(b report.Booking) decimal.Decimal {
	switch {
	case b.Kind == report.BookedPayment && b.Status != report.Settled,
		b.Status == report.Failed, b.Status == report.Reversed:
		return decimal.Zero
	case b.Kind == report.BookedPayout, b.Kind.TakesBack(), b.Cashflow == report.MoneyOut:
		return b.Amount.Neg()
	}
	return b.Amount
}

// feeOf returns a booking's fee as an item, or nil while the fee is not final.
func feeOf(b report.Booking) *Item {
	fee := &Item{ID: b.ID, Amount: b.Fee.Total(), At: b.UpdatedAt.UTC(), Status: report.Completed}
	switch {
	case !fee.Amount.IsPositive():
		return nil
	case b.Fee.IsFinal():
		fee.Effect = fee.Amount.Neg()
		return fee
	}
	return nil
}
