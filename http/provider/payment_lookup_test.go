package provider_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/provider"
)

func TestALookupTells404FromALostAnswer(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(*provider.Client) error{
		"find payment": func(c *provider.Client) error {
			_, err := c.FindPayment(t.Context(), pricing.Invoice, "a")
			return err
		},
		"get payment": func(c *provider.Client) error {
			_, err := c.GetPayment(t.Context(), pricing.EWallet, "a")
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
		// A proxy's 404, or an unknown path, says nothing of the record.
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

func TestAVAWithoutAListOfPaymentsIsPendingUntilItsExpiry(t *testing.T) {
	t.Parallel()
	for expiry, want := range map[string]report.Status{
		"2025-03-01T05:00:01Z": report.Pending, "2025-03-01T05:00:00Z": report.Expired,
	} {
		client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/callback_virtual_accounts/va1" {
				answer(404, `{"error_code":"NOT_FOUND","message":"no such path"}`)(w, r)
				return
			}
			fmt.Fprintf(w, `{"id":"va1","external_id":"a","bank_code":"BCA","account_number":"1","expected_amount":1,
				"status":"INACTIVE","expiration_date":%q}`, expiry)
		})
		got, err := client.GetPayment(t.Context(), pricing.VA, "va1")
		if err != nil || got.Status != want {
			t.Errorf("%s: %s, %v, want %s", expiry, got.Status, err, want)
		}
	}
}

func TestALookupIgnoresOtherPaymentsOfAList(t *testing.T) {
	t.Parallel()
	account := `{"id":%q,"external_id":%q,"bank_code":"BCA","account_number":"1","expected_amount":1,"status":"PENDING"}`
	payment := `{"payment_id":"p","callback_virtual_account_id":"other","external_id":"b","bank_code":"BCA","amount":1,
		"transaction_timestamp":"2025-03-01T05:00:00Z"}`
	client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		// A provider that does not know the filter lists everything.
		list := fmt.Sprintf(account, "other", "b") + "," + fmt.Sprintf(account, "mine", "a")
		if r.URL.Path == "/callback_virtual_account_payments" {
			list = payment
		}
		_, _ = io.WriteString(w, "["+list+"]")
	})
	for externalID, want := range map[string]report.Status{"a": report.Pending, "b": report.Paid} {
		found, err := client.FindPayment(t.Context(), pricing.VA, externalID)
		if err != nil || found.TransactionID != externalID || found.Status != want {
			t.Errorf("%s: found %+v, %v, want %s", externalID, found, err, want)
		}
	}
	if _, err := client.FindPayment(t.Context(), pricing.VA, "c"); !errors.Is(err, report.ErrNoRecord) {
		t.Errorf("found what is not listed: %v", err)
	}
}
