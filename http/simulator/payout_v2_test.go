package simulator_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/simulator"
)

func transferV2(reference string, amount int64) balance.Transfer {
	t := transfer(reference, amount)
	t.ProviderAPI = report.PayoutsV2
	return t
}

func (f *fixture) pay(t *testing.T, reference string, amount int64) report.Payout {
	t.Helper()
	made, err := f.SendPayout(t.Context(), transferV2(reference, amount))
	must(t, err)
	return made
}

func TestAPayoutOfVersion2IsOrderedFoundAndNotified(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want   report.Status
		code   string
		happen func(*fixture) error
	}{
		{report.Completed, "", func(f *fixture) error { return f.CompletePayout(t.Context(), "a") }},
		{report.Failed, "REJECTED_BY_CHANNEL", func(f *fixture) error { return f.FailPayout(t.Context(), "a", "") }},
		{report.Failed, "INVALID_DESTINATION", func(f *fixture) error { return f.FailPayout(t.Context(), "a", "INVALID_DESTINATION") }},
	} {
		f := newFixture(t)
		made := f.pay(t, "a", 50_000)
		if made.Status != report.Pending || made.Reference != "a" || made.AccountNumber != "1234567890" || !strings.HasPrefix(made.ProviderID, "disb-") {
			t.Errorf("made %+v", made)
		}
		must(t, c.happen(f))
		if n := f.mustNotifyOf(t, report.PayoutsV2, "a", c.want); n.FailureCode != c.code || n.ProviderID != made.ProviderID {
			t.Errorf("notified %+v", n)
		}
		found, err := f.FindPayout(t.Context(), report.PayoutsV2, "a")
		if err != nil || found.Status != c.want || found.FailureCode != c.code || found.ProviderID != made.ProviderID {
			t.Errorf("found %+v, %v", found, err)
		}
	}
	f := newFixture(t)
	f.pay(t, "a", 50_000)
	must(t, f.CompletePayout(t.Context(), "a"))
	f.mustNotifyOf(t, report.PayoutsV2, "a", report.Completed)
	must(t, f.ReversePayout(t.Context(), "a"))
	f.mustNotifyOf(t, report.PayoutsV2, "a", report.Reversed)
}

func TestNeitherAPIKnowsAPayoutOfTheOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.disburse(t, "old", 50_000)
	f.pay(t, "new", 50_000)
	for reference, api := range map[string]string{"old": report.PayoutsV2, "new": report.PayoutsV1} {
		if _, err := f.FindPayout(t.Context(), api, reference); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s of %s: %v", reference, api, err)
		}
	}
	// The two APIs do not share their idempotency keys.
	f.pay(t, "old", 50_000)
}

func TestARepeatedOrderOfVersion2GetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.pay(t, "a", 50_000)
	must(t, f.CompletePayout(t.Context(), "a"))
	if again := f.pay(t, "a", 50_000); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("first %+v, then %+v", first, again)
	}
	_, err := f.SendPayout(t.Context(), transferV2("a", 50_001))
	mustBeUnknown(t, err)
	body := `{"reference_id":"a","channel_code":"ID_BCA","channel_properties":{"account_holder_name":"T","account_number":"1"},"amount":1,"currency":"IDR"}`
	recorder := f.call(t, http.MethodPost, "/v2/payouts", body, "Idempotency-Key", "key-a")
	if recorder.Code != http.StatusConflict || !strings.Contains(recorder.Body.String(), `"DUPLICATE_ERROR"`) {
		t.Errorf("another body: %d %s", recorder.Code, recorder.Body)
	}
	f.mustHaveOne(t, "a")
}

func TestOrdersOfVersion2WithOneKeyAtOncePayOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const calls = 16
	made := make(chan report.Payout, calls)
	for range calls {
		go func() {
			one, err := f.SendPayout(t.Context(), transferV2("a", 50_000))
			if err != nil {
				t.Error(err)
			}
			made <- one
		}()
	}
	ids := map[string]bool{}
	for range calls {
		ids[(<-made).ProviderID] = true
	}
	if len(ids) != 1 {
		t.Errorf("%d payouts", len(ids))
	}
	f.mustHaveOne(t, "a")
}

func TestOrdersOfVersion2ThatAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const sound = `{"reference_id":"a","channel_code":"ID_BCA","channel_properties":{"account_holder_name":"T","account_number":"1"},` +
		`"amount":10000,"currency":"IDR","description":"d"}`
	long := strings.Repeat("x", 101)
	for name, c := range map[string]struct{ old, new, key, code string }{
		"no key":               {"", "", "", "API_VALIDATION_ERROR"},
		"a long key":           {"", "", long, "API_VALIDATION_ERROR"},
		"no reference":         {`"a"`, `""`, "k", "API_VALIDATION_ERROR"},
		"a bank without ID_":   {"ID_BCA", "BCA", "k", "CHANNEL_CODE_NOT_SUPPORTED"},
		"no account":           {`"account_number":"1"`, `"account_number":""`, "k", "API_VALIDATION_ERROR"},
		"another currency":     {"IDR", "PHP", "k", "API_VALIDATION_ERROR"},
		"decimals":             {"10000", "10000.5", "k", "API_VALIDATION_ERROR"},
		"a long description":   {`"d"`, `"` + long + `"`, "k", "API_VALIDATION_ERROR"},
		"the amount to lack":   {"10000", "1013402", "k", "INSUFFICIENT_BALANCE"},
		"the amount to refuse": {"10000", "1013013", "k", "API_VALIDATION_ERROR"},
	} {
		headers := []string{"Idempotency-Key", c.key}
		recorder := f.call(t, http.MethodPost, "/v2/payouts", strings.Replace(sound, c.old, c.new, 1), headers...)
		if recorder.Code != http.StatusBadRequest || !strings.Contains(recorder.Body.String(), fmt.Sprintf("%q", c.code)) {
			t.Errorf("%s: %d %s", name, recorder.Code, recorder.Body)
		}
	}
	if _, err := f.FindPayout(t.Context(), report.PayoutsV2, "a"); !errors.Is(err, report.ErrNoRecord) {
		t.Error(err)
	}
}

func TestFaultsOfVersion2(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := f.SendPayout(t.Context(), transferV2("lost", 1013404))
	mustBeUnknown(t, err)
	if _, err := f.FindPayout(t.Context(), report.PayoutsV2, "lost"); !errors.Is(err, report.ErrNoRecord) {
		t.Error(err)
	}
	_, err = f.SendPayout(t.Context(), transferV2("unanswered", 1013504))
	mustBeUnknown(t, err)
	_, err = f.FindPayout(t.Context(), report.PayoutsV2, "unanswered")
	must(t, err)
	f.SetFaults(simulator.Faults{FloatEmpty: true})
	var float *report.FloatEmpty
	if _, err := f.SendPayout(t.Context(), transferV2("b", 50_000)); !errors.As(err, &float) {
		t.Error(err)
	}
}

func TestACancelledPayoutOfVersion2Fails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := f.pay(t, "a", 50_000)
	if code := f.post(t, "/v2/payouts/"+made.ProviderID+"/cancel", ""); code != http.StatusOK {
		t.Fatal(code)
	}
	f.mustNotifyOf(t, report.PayoutsV2, "a", report.Failed)
	f.mustHaveBalance(t, "cancelled", 0)
	if code := f.post(t, "/v2/payouts/"+made.ProviderID+"/cancel", ""); code != http.StatusConflict {
		t.Errorf("cancelled twice: %d", code)
	}
}
