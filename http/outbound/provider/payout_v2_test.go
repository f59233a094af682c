package provider_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"

	"github.com/google/go-cmp/cmp"
)

// payoutV2 is the documented answer of the provider, with other ids.
const payoutV2 = `{"id":"disb-571f3644d2b4edf0745e9703","amount":10000,"channel_code":"ID_BCA","currency":"IDR","status":"ACCEPTED",
	"description":"July payout","reference_id":"WD-1","created":"2024-12-31T23:53:59Z","updated":"2024-12-31T23:54:00Z",
	"estimated_arrival_time":"2024-12-31T23:59:59Z","business_id":"6018306a",
	"channel_properties":{"account_number":"000000000099","account_holder_name":"Michael Chen"}}`

func transferV2() balance.Transfer {
	t := transfer()
	t.ProviderAPI = report.PayoutsV2
	return t
}

func TestTheRequestForAPayoutOfVersion2(t *testing.T) {
	t.Parallel()
	var got sentRequest
	request := transferV2()
	request.Description = strings.Repeat("é", 101)
	if _, err := newRecordingClient(t, &got, payoutV2).SendPayout(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	want := sentRequest{method: "POST", path: "/v2/payouts", user: "xnd_secret", keyV2: "key-1", body: map[string]any{
		"reference_id": "WD-1", "amount": json.Number("99999999"), "channel_code": "ID_BCA", "currency": "IDR",
		"channel_properties": map[string]any{"account_holder_name": "Toko", "account_number": "1234567890"},
		"description":        strings.Repeat("é", 100),
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sentRequest{})); diff != "" {
		t.Error(diff)
	}
}

func TestTheStatusesOfAPayoutOfVersion2(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]report.Status{
		"ACCEPTED": report.Pending, "REQUESTED": report.Pending, "LOCKED": report.Pending, "PENDING_COMPLIANCE_ASSESSMENT": report.Pending,
		"SUCCEEDED": report.Completed, "FAILED": report.Failed, "CANCELLED": report.Failed, "COMPLIANCE_REJECTED": report.Failed,
		"EXPIRED": report.Failed, "REVERSED": report.Reversed,
	} {
		one := strings.Replace(payoutV2, "ACCEPTED", word, 1)
		for _, body := range []string{"[" + one + "]", `{"data":[` + one + `],"has_more":false}`} {
			got, err := newClient(t, answer(200, body)).FindPayout(t.Context(), report.PayoutsV2, "WD-1")
			if err != nil || got.Status != want || got.ProviderID != "disb-571f3644d2b4edf0745e9703" || got.AccountNumber != "000000000099" ||
				!got.Amount.Equal(rupiah.Of(10_000)) || !got.UpdatedAt.Equal(time.Date(2024, 12, 31, 23, 54, 0, 0, time.UTC)) {
				t.Errorf("%s: %+v, %v", word, got, err)
			}
		}
		if want == report.Pending {
			continue
		}
		notified, err := provider.ParsePayout([]byte(`{"event":"payout.x","business_id":"b","created":"2025-01-01T23:55:59Z","data":` + one + `}`))
		if err != nil || notified.Status != want || notified.Reference != "WD-1" {
			t.Errorf("notified %s: %+v, %v", word, notified, err)
		}
	}
	_, err := newClient(t, answer(200, "["+strings.Replace(payoutV2, "ACCEPTED", "MAYBE", 1)+"]")).FindPayout(t.Context(), report.PayoutsV2, "WD-1")
	var unknown *report.Unknown
	if !errors.As(err, &unknown) {
		t.Errorf("an unknown status: %v", err)
	}
}

func TestOnlyAnEmptyListSaysThatThereIsNoPayoutOfVersion2(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status   int
		body     string
		noRecord bool
	}{
		"an empty list":            {200, `[]`, true},
		"an empty page":            {200, `{"data":[],"has_more":false}`, true},
		"another payout":           {200, `[` + strings.Replace(payoutV2, "WD-1", "WD-2", 1) + `]`, true},
		"a 404 with a code":        {404, `{"error_code":"DATA_NOT_FOUND","message":"x"}`, false},
		"a code of the other API":  {404, `{"error_code":"DIRECT_DISBURSEMENT_NOT_FOUND_ERROR","message":"x"}`, false},
		"a proxy's page":           {404, `<html>404 Not Found</html>`, false},
		"a page without a list":    {200, `{"has_more":false}`, false},
		"a list of something else": {200, `[1]`, false},
		"no answer":                {503, ``, false},
	} {
		_, err := newClient(t, answer(c.status, c.body)).FindPayout(t.Context(), report.PayoutsV2, "WD-1")
		if err == nil || errors.Is(err, report.ErrNoRecord) != c.noRecord {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefusalsOfVersion2(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status  int
		code    string
		kind    any
		ofOrder bool
	}{
		{401, "INVALID_API_KEY", new(*report.Refused), false},
		{403, "CHANNEL_NOT_ACTIVATED", new(*report.Refused), false},
		{400, "CHANNEL_CODE_NOT_SUPPORTED", new(*report.Refused), true},
		{400, "API_VALIDATION_ERROR", new(*report.Refused), true},
		{403, "REQUEST_FORBIDDEN_ERROR", new(*report.Refused), false},
		{400, "INSUFFICIENT_BALANCE", new(*report.FloatEmpty), false},
		{400, "DUPLICATE_ERROR", new(*report.Unknown), false},
		{409, "DUPLICATE_ERROR", new(*report.Unknown), false},
		{429, "RATE_LIMIT_EXCEEDED", new(*report.Unknown), false},
		{500, "SERVER_ERROR", new(*report.Unknown), false},
	} {
		_, err := newClient(t, answer(c.status, `{"error_code":"`+c.code+`","message":"x"}`)).SendPayout(t.Context(), transferV2())
		if !errors.As(err, c.kind) {
			t.Errorf("%d %s: %v", c.status, c.code, err)
		}
		var refused *report.Refused
		if errors.As(err, &refused) && refused.OfOrder != c.ofOrder {
			t.Errorf("%d %s: of the order: %t", c.status, c.code, refused.OfOrder)
		}
		if ofKey := c.status == 401 || c.status == 403; refused != nil && (refused.OfCredentials != ofKey || refused.OfContract != ofKey) {
			t.Errorf("%d %s: of the key: %t, of the contract: %t", c.status, c.code, refused.OfCredentials, refused.OfContract)
		}
	}
}

func TestAnAPIThatIsNotKnownIsNotCalled(t *testing.T) {
	t.Parallel()
	client := newClient(t, answer(500, ""))
	request := transfer()
	request.ProviderAPI = "v3"
	_, sendErr := client.SendPayout(t.Context(), request)
	_, findErr := client.FindPayout(t.Context(), "v3", "WD-1")
	var unknown *report.Unknown
	if sendErr == nil || findErr == nil || errors.As(sendErr, &unknown) || errors.As(findErr, &unknown) {
		t.Errorf("%v, %v", sendErr, findErr)
	}
}
