package bookreactor

import (
	"context"
	"io"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/rupiah"

	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

// firstInvoice knows the invoice that the payment was opened with, and no other.
type firstInvoice struct{ receipt report.Payment }

// FindReceipt implements ReceiptFinder.
func (f firstInvoice) FindReceipt(context.Context, report.Payment) (report.Payment, error) {
	return f.receipt, nil
}

type oneID struct{}

// Next implements IDs.
func (oneID) Next(context.Context, string) (int64, error) { return 1, nil }

// The answer to a request was late, so a repeated request made a second invoice of one payment, and the
// customer paid both.
func TestTheMoneyOfASecondInvoiceOfAPaymentGoesToSuspense(t *testing.T) {
	t.Parallel()
	for name, opened := range map[string]string{"that which is known was paid first": "invoice-13", "the other one was paid first": "invoice-12"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testSecondInvoice(t, opened)
		})
	}
}

// testSecondInvoice opens the payment with the given invoice, and has it paid through invoice-13.
func testSecondInvoice(t *testing.T, opened string) {
	const id = "INV-7-1770319887514000000"
	at := time.Date(2026, 2, 5, 19, 0, 0, 0, time.UTC)
	identity := payment.Identity{ID: 1, TransactionID: id, ClientID: 7, Channel: "invoice", ChannelCode: "INVOICE", Amount: rupiah.Of(310_014)}
	store := storetest.NewMemory().Open()
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	receipt := payment.Receipt{ProviderID: "invoice-13", ProviderPaymentID: "invoice-13", PaidAmount: rupiah.Of(310_014), PaidAt: at}
	for i, e := range []domain.Event{
		payment.Requested{Identity: identity, At: at},
		payment.Opened{Identity: identity, ProviderID: opened, At: at},
		payment.Paid{Identity: identity, Receipt: receipt, PreviousStatus: payment.StatusPending, At: at},
	} {
		data, err := log.Codec().Encode(e)
		if err == nil {
			_, err = store.Append(t.Context(), payment.Stream(id), int64(i)-1, []eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var books timedBooks
	for _, invoice := range []string{"invoice-12", "invoice-13"} {
		books = append(books, report.Booking{
			Connection: "xendit", ID: "txn-" + invoice, Kind: report.BookedPayment, ProductID: invoice, Reference: id, Status: report.Paid, ChannelCode: "BCA",
			Amount: rupiah.Of(310_014), At: at, UpdatedAt: at,
		})
	}
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	now := at.Add(time.Hour)
	reports := &reportreactor.Reports{Log: log, IDs: oneID{}, Now: func() time.Time { return now }, Logger: logrus.NewEntry(quiet)}
	known := firstInvoice{report.Payment{
		Connection: "xendit", Channel: "invoice", ProviderID: "invoice-13", PaymentID: "invoice-13", TransactionID: id, Status: report.Paid, PaidAmount: rupiah.Of(310_014), PaidAt: at,
	}}
	r := NewProviderListing(reports, books, known, &memoryCursor{}, reports.Logger, ProviderListingOptions{Rate: 1_000_000})
	for range 5 {
		if err := r.RunOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	events, err := store.ReadStream(t.Context(), payment.Stream(id), 3, eventstore.Forwards, 10)
	if err != nil || len(events) != 1 || events[0].Type != "payment.suspended.v1" {
		t.Errorf("after the second invoice: %+v, %v", events, err)
	}
}
