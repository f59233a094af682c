package reportreactor

import (
	"context"

	"gateway/domain/report"
)

// BookingLister reads the provider's books. *provider.Client implements it.
type BookingLister interface {
	// BookingPage makes one call and returns one page of the query, newest booking first. Its errors are those of
	// package report.
	BookingPage(ctx context.Context, q report.BookingQuery) (report.BookingPage, error)
}

// AllBookings reads all pages of a query, newest booking first. It runs wait before each call; wait may
// limit the rate of calls.
func AllBookings(
	ctx context.Context, lister BookingLister, q report.BookingQuery, wait func(context.Context) error,
) (all []report.Booking, err error) {
	for {
		if err := wait(ctx); err != nil {
			return nil, err
		}
		page, err := lister.BookingPage(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page.Bookings...)
		if q.After = page.Next; q.After == "" {
			return all, nil
		}
	}
}

// ReceiptFinder asks the provider for one receipt of money. *provider.Client implements it.
type ReceiptFinder interface {
	// FindReceipt asks for the receipt that the report names by Channel, ProviderID, PaymentID and
	// TransactionID. For an invoice the provider knows only the first receipt, and returns it whatever the
	// PaymentID. Error: report.ErrNoRecord.
	FindReceipt(ctx context.Context, of report.Payment) (report.Payment, error)
}
