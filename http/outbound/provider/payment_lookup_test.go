package provider_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
)

func TestALookupTells404FromALostAnswer(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(*provider.Client) error{
		"find payment": func(c *provider.Client) error {
			_, err := c.FindPayment(t.Context(), report.Lookup{Channel: pricing.Invoice, TransactionID: "a"})
			return err
		},
		"get payment": func(c *provider.Client) error {
			_, err := c.FindPayment(t.Context(), report.Lookup{Channel: pricing.EWallet, ProviderID: "a"})
			return err
		},
		"find payout": func(c *provider.Client) error {
			_, err := c.FindPayout(t.Context(), report.PayoutsV1, "a")
			return err
		},
	} {
		if err := look(newClient(t, answer(404, `{"error_code":"DIRECT_DISBURSEMENT_NOT_FOUND_ERROR","message":"x"}`))); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s, 404: %v", name, err)
		}
		// A proxy's 404, or an unknown path, tells nothing about the record.
		for _, other := range []http.HandlerFunc{
			answer(502, ``), answer(404, `<html>`), answer(404, `{"message":"x"}`), answer(404, `{"error_code":"NOT_FOUND","message":"x"}`),
		} {
			var unknown *report.Unknown
			if err := look(newClient(t, other)); !errors.As(err, &unknown) || errors.Is(err, report.ErrNoRecord) {
				t.Errorf("%s: %v is no outcome that is not known", name, err)
			}
		}
	}
}

// vaProvider is a provider with one virtual account va1 for the order a, and with these bookings and
// payments, by path.
func vaProvider(t *testing.T, status, expiry string, booked []string, payments map[string]string) *provider.Client {
	t.Helper()
	return newClient(t, func(w http.ResponseWriter, r *http.Request) {
		const payment = "/callback_virtual_account_payments/payment_id="
		id, asksPayment := strings.CutPrefix(r.URL.Path, payment)
		switch {
		case r.URL.Path == "/callback_virtual_accounts/va1":
			fmt.Fprintf(w, `{"id":"va1","external_id":"a","bank_code":"BCA","account_number":"1","expected_amount":1,
				"status":%q,"expiration_date":%q}`, status, expiry)
		case r.URL.Path == "/transactions" && r.URL.Query().Get("reference_id") == "a":
			fmt.Fprintf(w, `{"has_more":false,"data":[%s]}`, strings.Join(booked, ","))
		case r.URL.Path == "/transactions":
			_, _ = io.WriteString(w, `{"has_more":false,"data":[]}`)
		case asksPayment && payments[id] != "":
			_, _ = io.WriteString(w, payments[id])
		default:
			answer(404, `{"error_code":"DATA_NOT_FOUND","message":"x"}`)(w, r)
		}
	})
}

func vaPayment(id, account string) string {
	return fmt.Sprintf(`{"payment_id":%q,"callback_virtual_account_id":%q,"external_id":"a","bank_code":"BCA","amount":1,
		"transaction_timestamp":"2025-03-01T05:00:00Z"}`, id, account)
}

func vaBooking(id, settlement string) string {
	return strings.NewReplacer("62f4b5b8ccec448135c51fd4", id, `"SETTLED"`, `"`+settlement+`"`, "INV-7-1", "a").Replace(bookedVA)
}

func TestAVirtualAccountIsPaidOnceTheBooksSaySo(t *testing.T) {
	t.Parallel()
	const later, past = "2025-03-01T05:00:01Z", "2025-03-01T05:00:00Z"
	payments := map[string]string{"p1": vaPayment("p1", "va1"), "p2": vaPayment("p2", "va1"), "p0": vaPayment("p0", "va0")}
	for _, c := range []struct {
		name, status, expiry string
		booked               []string
		want                 report.Status
		paymentID            string
	}{
		{"open", "PENDING", later, nil, report.Pending, ""},
		{"open, as other versions say", "ACTIVE", later, nil, report.Pending, ""},
		{"closed, but not in the books yet", "INACTIVE", later, nil, report.Pending, ""},
		{"expired", "INACTIVE", past, nil, report.Expired, ""},
		{"paid", "INACTIVE", later, []string{vaBooking("p1", "PENDING")}, report.Paid, "p1"},
		{"paid before it expired", "INACTIVE", past, []string{vaBooking("p1", "PENDING")}, report.Paid, "p1"},
		{"settled", "INACTIVE", later, []string{vaBooking("p1", "SETTLED")}, report.Settled, "p1"},
		{"paid twice: the first counts", "INACTIVE", later, []string{vaBooking("p2", "SETTLED"), vaBooking("p1", "PENDING")}, report.Paid, "p1"},
		{"another account of the order was paid", "PENDING", later, []string{vaBooking("p0", "PENDING")}, report.Pending, ""},
	} {
		client := vaProvider(t, c.status, c.expiry, c.booked, payments)
		got, err := client.FindPayment(t.Context(), report.Lookup{Channel: pricing.VA, TransactionID: "a", ProviderID: "va1"})
		if err != nil || got.Status != c.want || got.PaymentID != c.paymentID || got.ProviderID != "va1" || got.Instructions.VANumber != "1" {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		found, err := client.FindPayment(t.Context(), report.Lookup{Channel: pricing.VA, TransactionID: "a"})
		switch {
		case c.want.IsPaid() && (err != nil || found.Status != c.want || found.PaymentID != c.paymentID || found.Instructions.VANumber != "1"):
			t.Errorf("%s, found: %+v, %v", c.name, found, err)
		case len(c.booked) == 0 && !errors.Is(err, report.ErrNoRecord):
			t.Errorf("%s, found: %+v, %v", c.name, found, err)
		}
	}
	var unknown *report.Unknown
	_, err := vaProvider(t, "INACTIVE", later, []string{vaBooking("lost", "PENDING")}, nil).FindPayment(t.Context(), report.Lookup{Channel: pricing.VA, TransactionID: "a", ProviderID: "va1"})
	if !errors.As(err, &unknown) || errors.Is(err, report.ErrNoRecord) {
		t.Errorf("a booking whose payment is not there: %v", err)
	}
}

func TestAChargeIsFoundInTheBooksByOurReference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status    string
		want      report.Status
		paymentID string
	}{
		{"SUCCEEDED", report.Paid, "ewc_1"},
		{"VOIDED", report.Failed, "ewc_1"}, // it names the money that was taken back
		{"FAILED", report.Failed, ""},
	} {
		client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/transactions":
				fmt.Fprintf(w, `{"has_more":false,"data":[%s]}`, vaBooking("ewc_1", "PENDING"))
			case "/ewallets/charges/ewc_1":
				fmt.Fprintf(w, `{"id":"ewc_1","reference_id":"a","status":%q,"charge_amount":5,"channel_code":"ID_OVO",
					"actions":null,"updated":"2025-03-01T05:00:00Z"}`, c.status)
			default:
				answer(404, `{"error_code":"NOT_FOUND","message":"x"}`)(w, r)
			}
		})
		found, err := client.FindPayment(t.Context(), report.Lookup{Channel: pricing.EWallet, TransactionID: "a"})
		if err != nil || found.Status != c.want || found.PaymentID != c.paymentID || found.ProviderID != "ewc_1" || found.ChannelCode != "OVO" ||
			found.Instructions.PayURL != "" {
			t.Errorf("%s: %+v, %v", c.status, found, err)
		}
	}
}

func TestALookupIgnoresOtherInvoicesOfAList(t *testing.T) {
	t.Parallel()
	invoice := `{"id":%q,"external_id":%q,"invoice_url":"u","amount":1,"status":%q,"paid_amount":1,"paid_at":"2025-03-01T05:00:00Z"}`
	client := newClient(t, func(w http.ResponseWriter, _ *http.Request) {
		// A provider that does not know the filter lists everything.
		_, _ = io.WriteString(w, "["+fmt.Sprintf(invoice, "i1", "b", "PENDING")+","+fmt.Sprintf(invoice, "i2", "a", "PENDING")+","+
			fmt.Sprintf(invoice, "i3", "b", "PAID")+"]")
	})
	for externalID, want := range map[string]report.Status{"a": report.Pending, "b": report.Paid} {
		found, err := client.FindPayment(t.Context(), report.Lookup{Channel: pricing.Invoice, TransactionID: externalID})
		if err != nil || found.TransactionID != externalID || found.Status != want {
			t.Errorf("%s: found %+v, %v, want %s", externalID, found, err, want)
		}
	}
	if _, err := client.FindPayment(t.Context(), report.Lookup{Channel: pricing.Invoice, TransactionID: "c"}); !errors.Is(err, report.ErrNoRecord) {
		t.Errorf("found what is not listed: %v", err)
	}
}
