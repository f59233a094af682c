package bookreactor

import (
	"context"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/projections/reactor"
	"gateway/test/rupiah"
)

// pagedBooks are books with one booking on each page.
type pagedBooks []report.Booking

// BookingPage implements BookingLister.
func (p pagedBooks) BookingPage(_ context.Context, q report.BookingQuery) (report.BookingPage, error) {
	for i, b := range p {
		if q.After == "" || i > 0 && p[i-1].ID == q.After {
			page := report.BookingPage{Bookings: []report.Booking{b}}
			if i+1 < len(p) {
				page.Next = b.ID
			}
			return page, nil
		}
	}
	return report.BookingPage{}, nil
}

func TestAThirdTransferIsNotTakenForTheFirstOneWhichIsOnAnotherPageOfTheBooks(t *testing.T) {
	t.Parallel()
	const id = "INV-7-1766623020687000000"
	identity := payment.Identity{ID: 1, TransactionID: id, ClientID: 7, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(80_000)}
	receipt := func(paymentID string) payment.Receipt {
		return payment.Receipt{ProviderPaymentID: paymentID, PaidAmount: rupiah.Of(80_000)}
	}
	s := payment.Aggregate.Fold(payment.State{}, []domain.Event{
		payment.Requested{Identity: identity},
		payment.Paid{Identity: identity, Receipt: receipt("pay-1")},
		payment.Suspended{Identity: identity, Receipt: receipt("pay-2"), SuspenseID: 1},
	}...)
	at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	var books pagedBooks
	for i, paymentID := range []string{"pay-3", "pay-2", "pay-1"} {
		books = append(books, report.Booking{
			Connection: "xendit", ID: "txn-" + paymentID, Kind: report.BookedPayment, ProductID: paymentID, Reference: id, Status: report.Paid,
			Amount: rupiah.Of(80_000), At: at.Add(-time.Duration(i) * time.Minute),
		})
	}
	c := &bookedPayments{lister: books, rate: &reactor.CallRate{Limit: 30, Now: func() time.Time { return at }}}
	known, err := c.knownReceipt(t.Context(), s, books[0])
	if err != nil || known != "" {
		t.Errorf("the third transfer is taken for %q, %v", known, err)
	}
}
