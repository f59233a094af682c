package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// transfer is a payout to send.
func transfer() balance.Transfer {
	return balance.Transfer{
		IdempotencyKey: "key-1", Reference: "WD-1", Bank: "BCA", AccountHolder: "Toko",
		AccountNumber: "1234567890", Description: "Withdrawal", Amount: decimal.NewFromInt(99_999_999),
	}
}

const accepted = `{"id":"d1","external_id":"WD-1","amount":99999999,"status":"PENDING"}`

func TestTheRequestForAPayoutHasItsKeyAndItsExactAmount(t *testing.T) {
	t.Parallel()
	var got sentRequest
	request := transfer()
	request.Amount = decimal.RequireFromString("99999999999.05")
	d, err := newRecordingClient(t, &got, accepted).SendPayout(t.Context(), request)
	if err != nil || d.ProviderID != "d1" || d.Status != report.Pending {
		t.Fatalf("%+v, %v", d, err)
	}
	want := sentRequest{method: "POST", path: "/disbursements", user: "xnd_secret", key: "key-1", body: map[string]any{
		"external_id": "WD-1", "amount": json.Number("99999999999.05"), "bank_code": "BCA", "account_holder_name": "Toko",
		"account_number": "1234567890", "description": "Withdrawal",
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sentRequest{})); diff != "" {
		t.Error(diff)
	}
}

func TestAFailedPayoutDoesNotHideOneThatWasPaid(t *testing.T) {
	t.Parallel()
	one := `{"id":%q,"external_id":%q,"amount":1,"status":%q}`
	list := func(elements ...string) string { return "[" + strings.Join(elements, ",") + "]" }
	failed, pending := fmt.Sprintf(one, "f", "WD-1", "FAILED"), fmt.Sprintf(one, "p", "WD-1", "PENDING")
	done, foreign := fmt.Sprintf(one, "c", "WD-1", "COMPLETED"), fmt.Sprintf(one, "x", "WD-2", "COMPLETED")
	for body, want := range map[string]string{
		list(failed, done, pending): "c", list(pending, failed): "p", list(failed): "f", list(foreign, failed): "f",
	} {
		d, err := newClient(t, answer(200, body)).FindPayout(t.Context(), "WD-1")
		if err != nil || d.ProviderID != want {
			t.Errorf("%s: %+v, %v, want %s", body, d, err, want)
		}
	}
	for _, body := range []string{`[]`, list(foreign)} {
		if _, err := newClient(t, answer(200, body)).FindPayout(t.Context(), "WD-1"); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", body, err)
		}
	}
}
