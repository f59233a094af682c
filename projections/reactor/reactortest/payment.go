package reactortest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"
)

// PaidReport returns the provider's report that the payment of identity was paid.
func PaidReport(id, paymentID string, amount int64) report.Payment {
	return report.Payment{
		Connection: "xendit", Channel: pricing.VA, ProviderID: "va-" + id, PaymentID: paymentID, TransactionID: id, Status: report.Paid,
		Amount: rupiah.Of(amount), PaidAmount: rupiah.Of(amount), PaidAt: time.Date(2025, 3, 4, 6, 0, 0, 0, time.UTC), ChannelCode: "BCA",
	}
}

// Take takes in the notification.
func (h *LogFixture) Take(n report.Payment) {
	h.T.Helper()
	h.Must(h.Reports.TakePayment(context.Background(), n))
}

// Identity returns a VA payment of 100,000.
func Identity(client int64, id string) payment.Identity {
	return payment.Identity{
		ID: NextID(), TransactionID: id, ClientID: client, AppID: 1, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000),
		CallbackURL: "http://127.0.0.1:1/",
	}
}

// OnChannel returns the payment as one on another channel.
func OnChannel(i payment.Identity, channel, code string) payment.Identity {
	i.Channel, i.ChannelCode = channel, code
	return i
}

// EachChannel returns a payment on each channel, with ids in the gateway's form.
func EachChannel() []payment.Identity {
	return []payment.Identity{
		Identity(1, NextTransactionID()), OnChannel(Identity(1, NextTransactionID()), string(pricing.EWallet), "DANA"),
		OnChannel(Identity(1, NextTransactionID()), string(pricing.QRIS), "QRIS"),
		OnChannel(Identity(1, NextTransactionID()), string(pricing.Invoice), "INVOICE"),
	}
}

var lastNanosecond atomic.Int64

// NextTransactionID returns a new id in the form of the service's ids for payments of client 1.
func NextTransactionID() string {
	return fmt.Sprint("INV-1-", 1_700_000_000_000_000_000+lastNanosecond.Add(1))
}

// Request requests the payment. It expires after a day.
func (h *LogFixture) Request(i payment.Identity) {
	h.T.Helper()
	rate := pricing.Rate{Flat: rupiah.Of(4_000)}
	cmd := payment.RequestCmd{
		Identity: i, CustomerName: "Budi", Rates: map[string]pricing.Rate{i.ChannelCode: rate}, VATRate: rupiah.Of(11),
		ExpiresAt: h.Clock.Now().Add(24 * time.Hour), At: h.Clock.Now(),
	}
	_, err := eventstore.Execute(context.Background(), h.Log, payment.Aggregate, payment.Stream(i.TransactionID),
		func(s payment.State) ([]domain.Event, error) { return payment.Request(s, cmd) })
	h.Must(err)
}

// Paid returns the event of a payment that is worth 96,000 after fees.
func Paid(client int64, id string) payment.Paid {
	return payment.Paid{
		Identity:       Identity(client, id),
		Receipt:        payment.Receipt{ProviderPaymentID: "p-" + id, PaidAmount: rupiah.Of(100_000)},
		Charge:         payment.Charge{Fee: rupiah.Of(3_600), VAT: rupiah.Of(400), Net: rupiah.Of(96_000), VATRate: rupiah.Of(11)},
		PreviousStatus: payment.StatusPending, At: time.Date(2025, 3, 4, 5, 0, 0, 0, time.UTC),
	}
}

// Decide executes a decision about the payment.
func (w *ProviderFixture) Decide(id string, decide func(payment.State) ([]domain.Event, error)) {
	w.T.Helper()
	_, err := eventstore.Execute(context.Background(), w.Log, payment.Aggregate, payment.Stream(id), decide)
	w.Must(err)
}

// Create makes the payment at the provider, and appends no answer.
func (w *ProviderFixture) Create(i payment.Identity) report.Instructions {
	w.T.Helper()
	return w.CreateFor(i, 24*time.Hour)
}

// CreateFor is Create for a payment that lasts for another time than a day.
func (w *ProviderFixture) CreateFor(i payment.Identity, lasting time.Duration) report.Instructions {
	w.T.Helper()
	opened, err := w.Provider.OpenPayment(context.Background(), report.OpenRequest{
		Channel: pricing.Kind(i.Channel), ChannelCode: i.ChannelCode, ExternalID: i.TransactionID, Amount: i.Amount, CustomerName: "Budi",
		CustomerPhone: "08123456789", SuccessURL: "https://example.com/", CallbackURL: "http://127.0.0.1:1/", ExpiresAt: w.Clock.Now().Add(lasting),
	})
	w.Must(err)
	return opened
}

// Open makes the payment at the provider and appends the answer.
func (w *ProviderFixture) Open(i payment.Identity) {
	w.T.Helper()
	w.OpenFor(i, 24*time.Hour)
}

// OpenFor is Open for a payment that the provider keeps open for another time than a day.
func (w *ProviderFixture) OpenFor(i payment.Identity, atProvider time.Duration) {
	w.T.Helper()
	w.Request(i)
	opened := w.CreateFor(i, atProvider)
	_, err := eventstore.Execute(context.Background(), w.Log, payment.Aggregate, payment.Stream(i.TransactionID),
		func(s payment.State) ([]domain.Event, error) {
			return payment.Open(s, payment.OpenCmd{ProviderID: opened.ProviderID, At: w.Clock.Now()})
		})
	w.Must(err)
}

// HasStatus ends the test unless the payment has the status.
func (w *ProviderFixture) HasStatus(id, want string) {
	w.T.Helper()
	if got := w.Payment(id).Status; got != want {
		w.T.Fatalf("%s is %s, not %s", id, got, want)
	}
}

// HasEvents ends the test unless the payment has these events, which are named without "payment." and version.
func (w *ProviderFixture) HasEvents(id string, want ...string) {
	w.T.Helper()
	got := w.Events(payment.Stream(id))
	for i, name := range got {
		got[i] = strings.Split(name, ".")[1]
	}
	if !slices.Equal(got, want) {
		w.T.Fatalf("events of %s: %v", id, got)
	}
}

// NotificationOf returns the provider's notification of the payment's last receipt.
func (w *ProviderFixture) NotificationOf(id string) report.Payment {
	w.T.Helper()
	var kind string
	var body []byte
	w.Must(w.Connect(w.EventsDSN).QueryRow(
		`SELECT kind, body FROM state.simulator_notifications WHERE external_id = $1 ORDER BY id DESC LIMIT 1`, id).Scan(&kind, &body))
	n, err := provider.ParsePayment(pricing.Kind(kind), body)
	w.Must(err)
	n.Connection = connection.Xendit
	return n
}
