package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

// transfer is a payout to send.
func transfer() balance.Transfer {
	return balance.Transfer{
		IdempotencyKey: "key-1", ProviderAPI: report.PayoutsV1, Reference: "WD-1", Bank: "BCA", AccountHolder: "Toko",
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
		d, err := newClient(t, answer(200, body)).FindPayout(t.Context(), report.PayoutsV1, "WD-1")
		if err != nil || d.ProviderID != want {
			t.Errorf("%s: %+v, %v, want %s", body, d, err, want)
		}
	}
	for _, body := range []string{`[]`, list(foreign)} {
		if _, err := newClient(t, answer(200, body)).FindPayout(t.Context(), report.PayoutsV1, "WD-1"); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// The provider carries out the POST, and the connection breaks before the answer. Go's transport would repeat
// a POST that has an idempotency key on another connection, and that answer would be about a call that the
// gateway never made.
func TestAPOSTIsNeverRepeatedByTheTransport(t *testing.T) {
	t.Parallel()
	var posts atomic.Int64
	client := newClient(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if r.Method == http.MethodGet {
			_, _ = io.WriteString(w, `[]`)
			return
		}
		if posts.Add(1) > 1 {
			answer(400, `{"error_code":"DUPLICATE_TRANSACTION_ERROR","message":"Idempotency key has been used before"}`)(w, r)
			return
		}
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			err = connection.Close()
		}
		if err != nil {
			t.Error(err)
		}
	})
	// From here on the connection is kept alive.
	if _, err := client.FindPayout(t.Context(), report.PayoutsV1, "WD-1"); !errors.Is(err, report.ErrNoRecord) {
		t.Fatal(err)
	}
	_, err := client.SendPayout(t.Context(), transfer())
	var unknown *report.Unknown
	if !errors.As(err, &unknown) {
		t.Errorf("got %v, want an unknown outcome", err)
	}
	if n := posts.Load(); n != 1 {
		t.Errorf("the provider got %d POSTs for one call", n)
	}
}

func TestADuplicateSaysNothingOfTheFirstCall(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"DUPLICATE_TRANSACTION_ERROR", "DUPLICATE_ERROR", "DUPLICATE_CALLBACK_VIRTUAL_ACCOUNT_ERROR"} {
		for _, status := range []int{400, 409, 422} {
			_, err := newClient(t, answer(status, `{"error_code":"`+code+`","message":"used before"}`)).SendPayout(t.Context(), transfer())
			var unknown *report.Unknown
			if !errors.As(err, &unknown) {
				t.Errorf("%d %s: %v", status, code, err)
			}
		}
	}
}

func TestOurOwnEmptyFloatIsNoRefusalOfTheOrder(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"INSUFFICIENT_BALANCE", "DIRECT_DISBURSEMENT_BALANCE_INSUFFICIENT_ERROR"} {
		_, err := newClient(t, answer(400, `{"error_code":"`+code+`","message":"not enough"}`)).SendPayout(t.Context(), transfer())
		var float *report.FloatEmpty
		var refused *report.Refused
		if !errors.As(err, &float) || errors.As(err, &refused) || float.Code != code {
			t.Errorf("%s: %v", code, err)
		}
	}
}

func TestOnlyTheProvidersOwnWordSaysThatThereIsNoPayout(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status   int
		body     string
		noRecord bool
	}{
		"the provider's code":      {404, `{"error_code":"DIRECT_DISBURSEMENT_NOT_FOUND_ERROR","message":"x"}`, true},
		"an empty list":            {200, `[]`, true},
		"a proxy's page":           {404, `<html>404 Not Found</html>`, false},
		"a 404 without a body":     {404, ``, false},
		"a path that is not there": {404, `{"error_code":"NOT_FOUND","message":"The requested resource was not found"}`, false},
		"another code":             {404, `{"error_code":"API_VALIDATION_ERROR","message":"x"}`, false},
		"another product's code":   {404, `{"error_code":"DATA_NOT_FOUND","message":"x"}`, false},
		"the code with a 400":      {400, `{"error_code":"DIRECT_DISBURSEMENT_NOT_FOUND_ERROR","message":"x"}`, false},
	} {
		_, err := newClient(t, answer(c.status, c.body)).FindPayout(t.Context(), report.PayoutsV1, "WD-1")
		if err == nil || errors.Is(err, report.ErrNoRecord) != c.noRecord {
			t.Errorf("%s: %v", name, err)
		}
	}
}
