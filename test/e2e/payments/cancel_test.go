package payments

import (
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// cancellable are payments that can be cancelled, by channel.
var cancellable = map[string]object{
	"va":      {"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"},
	"ewallet": {"amount": 50000, "channel_code": "DANA"},
	"qris":    {"amount": 50000},
	"invoice": {"amount": 50000},
}

func TestACancelledPaymentIsExpiredAndCalledBackSo(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for channel, body := range cancellable {
		r := receiver.New(t)
		a := m.Post(t, "/payments/"+channel, body.With("metadata", object{"callback_url": r.URL})).Wants(t, 201)
		id := a.Text(t, "transaction.transaction_id")
		for range 2 { // it may be repeated
			m.Post(t, "/payments/"+id+"/cancel", nil).Wants(t, 200).Has(t, "", harness.TransactionShape.And(shape{"cancelled": "boolean"})).
				Is(t, object{"transaction_id": id, "status": "EXPIRED", "paid_amount": nil, "cancelled": true})
		}
		if d := r.Next(t); !strings.Contains(string(d.Body), `"status":"EXPIRED"`) || d.Header.Get("X-Replaced-By") != "" {
			t.Errorf("%s: called back %s %v", channel, d.Body, d.Header)
		}
		m.Get(t, "/payments/%s/status", id).Wants(t, 200).Has(t, "", harness.TransactionShape.And(shape{"cancelled": "boolean"})).Is(t, object{"status": "EXPIRED"})
	}
	if seen := callbackStatuses(t, m); !slices.Equal(seen, []string{"EXPIRED", "EXPIRED", "EXPIRED", "EXPIRED"}) {
		t.Errorf("called back %v", seen)
	}
}

func TestACancelledInvoiceCannotBePaidOnItsPage(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	a := m.Post(t, "/payments/invoice", object{"amount": 50000}).Wants(t, 201)
	page := strings.TrimPrefix(a.Text(t, "invoice_url"), m.Gateway.URL)
	m.Post(t, "/payments/"+a.Text(t, "transaction.transaction_id")+"/cancel", nil).Wants(t, 200)
	poll.Until(t, "the invoice's page says that it has expired", func() bool {
		_, text := m.Gateway.Page(t, page)
		return strings.Contains(text, `data-status="EXPIRED"`)
	})
}

// The customer still had the bank's page open, or had written the number down.
func TestMoneyForACancelledPaymentIsCreditedLate(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for channel, body := range cancellable {
		r := receiver.New(t)
		id := m.Post(t, "/payments/"+channel, body.With("metadata", object{"callback_url": r.URL})).Wants(t, 201).Text(t, "transaction.transaction_id")
		m.Post(t, "/payments/"+id+"/cancel", nil).Wants(t, 200)
		m.ActInSandbox(t, id, "pay", nil)
		m.AwaitPayment(t, id, "PAID").Is(t, object{"paid_amount": 50000})
		for _, want := range []string{`"status":"EXPIRED"`, `"status":"PAID"`} {
			if d := r.Next(t); !strings.Contains(string(d.Body), want) {
				t.Errorf("%s: called back %s, want %s", channel, d.Body, want)
			}
		}
		m.Post(t, "/payments/"+id+"/cancel", nil).Refuses(t, 400, "payment_not_open")
	}
	m.AwaitBalance(t, 50000*4-4440*2-(750+82.5)-350)
}

func TestWhatCannotBeCancelledIsRefused(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	paid := m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, paid, "pay", nil)
	m.AwaitPayment(t, paid, "PAID")
	m.Post(t, "/payments/"+paid+"/cancel", nil).Refuses(t, 400, "payment_not_open")

	wrong := m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, wrong, "pay", object{"amount": 60000})
	suspended(t, wrong)
	m.Post(t, "/payments/"+wrong+"/cancel", nil).Refuses(t, 400, "payment_under_review")

	open := m.OpenInvoice(t, 50000, object{"external_id": "ORDER-9"})
	other.Post(t, "/payments/"+open+"/cancel", nil).Refuses(t, 404, "not_found")
	for _, id := range []string{"ORDER-9", "INV-1-1", strings.Replace(open, "-", "-9", 1), "x"} {
		m.Post(t, "/payments/"+id+"/cancel", nil).Refuses(t, 404, "not_found")
	}
	m.Get(t, "/payments/%s/status", open).Wants(t, 200).Is(t, object{"status": "PENDING"})
}

// A notification says that the payment was paid, but the provider, when asked, does not know of it.
func TestAPaymentIsNotCancelledWhileTheProviderIsAskedWhetherItWasPaid(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"PROVIDER_CONFIRM": "true"})
	m := g.NewMerchant(t)
	opened := m.Post(t, "/payments/invoice", object{"amount": 50000}).Wants(t, 201)
	id := opened.Text(t, "transaction.transaction_id")
	g.Notify(t, "invoice", harness.PaidInvoice(opened, t, "pay-1")).Wants(t, 200)
	m.Post(t, "/payments/"+id+"/cancel", nil).Refuses(t, 409, "report_pending")
	m.Get(t, "/payments/%s/status", id).Wants(t, 200).Is(t, object{"status": "PENDING"})
}
