package reactortest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"
)

// Booking returns an entry of the provider's books for a payment of so many rupiah.
func Booking(reference, product string, amount int64) report.Booking {
	at := time.Date(2025, 3, 4, 5, 6, 0, 0, time.UTC)
	return report.Booking{
		Connection: "xendit", ID: "txn-" + product, Kind: report.BookedPayment, ProductID: product, Reference: reference, Status: report.Paid,
		ChannelCode: "BCA", Amount: rupiah.Of(amount), Cashflow: report.MoneyIn, At: at, UpdatedAt: at,
	}
}

// Books lists bookings as the provider does. It knows no receipt unless Pays is set.
type Books struct {
	*provider.Client // nil, for the other methods

	Bookings []report.Booking
	Pays     bool
	// FailAfter is the number of queries after which the books do not answer any more; 0 for no end.
	FailAfter int
	// Called, when set, tells the time of a call.
	Called func() time.Time

	// Queries and Calls are what was asked, and when; LookUps counts the questions for a receipt.
	Queries []report.BookingQuery
	Calls   []time.Time
	LookUps int

	// mu guards the records of what was asked: two leaders may ask at once.
	mu sync.Mutex
}

func (f *Books) call() {
	if f.Called != nil {
		f.Calls = append(f.Calls, f.Called())
	}
}

// BookingPage implements reportreactor.BookingLister.
func (f *Books) BookingPage(_ context.Context, q report.BookingQuery) (p report.BookingPage, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.call()
	f.Queries = append(f.Queries, q)
	if f.FailAfter > 0 && len(f.Queries) > f.FailAfter {
		return p, errors.New("the provider does not answer")
	}
	for _, b := range f.Bookings {
		if (q.Reference == "" || b.Reference == q.Reference) && (len(q.Kinds) == 0 || slices.Contains(q.Kinds, b.Kind)) && !b.UpdatedAt.Before(q.UpdatedFrom) &&
			(q.UpdatedTo.IsZero() || b.UpdatedAt.Before(q.UpdatedTo)) && !b.At.Before(q.From) {
			p.Bookings = append(p.Bookings, b)
		}
	}
	return p, nil
}

// FindReceipt implements reportreactor.ReceiptFinder.
func (f *Books) FindReceipt(_ context.Context, of report.Payment) (report.Payment, error) {
	f.call()
	f.LookUps++
	if !f.Pays {
		return report.Payment{}, report.ErrNoRecord
	}
	return of, nil
}
