package simulator_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/http/simulator"
	"gateway/test/rupiah"
)

// transfer is a valid payout.
func transfer(externalID string, amount int64) balance.Transfer {
	return balance.Transfer{
		IdempotencyKey: "key-" + externalID, ProviderAPI: report.PayoutsV1, Reference: externalID, Bank: "BCA", AccountHolder: "Toko Contoh",
		AccountNumber: "1234567890", Description: "Withdrawal", Amount: rupiah.Of(amount),
	}
}

func (f *fixture) disburse(t *testing.T, externalID string, amount int64) report.Payout {
	t.Helper()
	d, err := f.SendPayout(t.Context(), transfer(externalID, amount))
	must(t, err)
	if d.Status != report.Pending || d.ProviderID == "" || d.Reference != externalID {
		t.Fatalf("answered %+v", d)
	}
	return d
}

func (f *fixture) mustNotify(t *testing.T, externalID string, want report.Status) notification {
	t.Helper()
	return f.mustNotifyOf(t, report.PayoutsV1, externalID, want)
}

// mustNotifyOf checks that a notification arrived, and that the API reports the same.
func (f *fixture) mustNotifyOf(t *testing.T, api, externalID string, want report.Status) notification {
	t.Helper()
	n, _ := f.inbox.next(t)
	if n.kind != "disbursement" || n.TransactionID != externalID || n.Status != want {
		t.Fatalf("notified %+v, want %s of %s", n, want, externalID)
	}
	found, err := f.FindPayout(t.Context(), api, externalID)
	must(t, err)
	if found.Status != want || found.ProviderID != n.ProviderID || found.FailureCode != n.FailureCode {
		t.Fatalf("found %+v, notified %+v", found, n)
	}
	return n
}

func TestAPayoutStaysPendingUntilItGetsAnOutcome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	done, broken := f.disburse(t, "done", 50000), f.disburse(t, "broken", 50000)
	f.clock.advance(time.Hour)
	f.inbox.mustGetNothing(t)

	must(t, f.CompletePayout(t.Context(), "done"))
	n := f.mustNotify(t, "done", report.Completed)
	if n.ProviderID != done.ProviderID || !n.PaidAmount.Equal(rupiah.Of(50000)) || !n.PaidAt.Equal(start.Add(time.Hour)) {
		t.Errorf("notified %+v", n)
	}
	must(t, f.FailPayout(t.Context(), "broken", ""))
	if n := f.mustNotify(t, "broken", report.Failed); n.FailureCode != "REJECTED_BY_BANK" || n.ProviderID != broken.ProviderID {
		t.Errorf("notified %+v", n)
	}
	must(t, f.ReversePayout(t.Context(), "done"))
	f.mustNotify(t, "done", report.Reversed)

	got, err := f.FindPayout(t.Context(), report.PayoutsV1, "done")
	if err != nil || got.Status != report.Reversed {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, err := range map[string]error{
		"complete again":       f.CompletePayout(t.Context(), "done"),
		"fail what failed":     f.FailPayout(t.Context(), "broken", ""),
		"reverse what failed":  f.ReversePayout(t.Context(), "broken"),
		"reverse what is back": f.ReversePayout(t.Context(), "done"),
	} {
		if !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnOutcomeGivenBeforeThePayoutIsAppliedOnArrival(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	must(t, f.FailPayout(t.Context(), "early", ""))
	must(t, f.CompletePayout(t.Context(), "early"))
	f.disburse(t, "early", 50000)
	f.mustNotify(t, "early", report.Completed)

	must(t, f.FailPayout(t.Context(), "bad", "RECIPIENT_ACCOUNT_NUMBER_ERROR"))
	f.disburse(t, "bad", 50000)
	if n := f.mustNotify(t, "bad", report.Failed); n.FailureCode != "RECIPIENT_ACCOUNT_NUMBER_ERROR" {
		t.Errorf("failed with %s", n.FailureCode)
	}
}

func TestAPayoutCompletesAfterThePayoutDelay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(o *simulator.Options) { o.PayoutDelay = time.Minute })
	f.disburse(t, "a", 50000)
	f.inbox.mustGetNothing(t)
	f.clock.advance(time.Minute)
	f.mustNotify(t, "a", report.Completed)
}

func TestAUsedKeyIsRefusedAsADuplicate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.disburse(t, "a", 50000)
	for _, amount := range []int64{50000, 50001} {
		body := fmt.Sprintf(`{"external_id":"a","amount":%d,"bank_code":"BCA","account_holder_name":"Toko","account_number":"1","description":"W"}`, amount)
		recorder := f.call(t, http.MethodPost, "/disbursements", body, "X-Idempotency-Key", "key-a")
		if recorder.Code != http.StatusBadRequest || !strings.Contains(recorder.Body.String(), `"error_code":"DUPLICATE_TRANSACTION_ERROR"`) {
			t.Errorf("%d: %d %s", amount, recorder.Code, recorder.Body)
		}
		_, err := f.SendPayout(t.Context(), transfer("a", amount))
		mustBeUnknown(t, err)
	}
	f.mustHaveOne(t, "a")
}

// mustHaveOne checks that the provider has one payout of the external id.
func (f *fixture) mustHaveOne(t *testing.T, externalID string) {
	t.Helper()
	var n int
	must(t, f.db.Get(&n, `SELECT count(*) FROM state.simulator_disbursements WHERE external_id = $1`, externalID))
	if n != 1 {
		t.Errorf("the provider has %s %d times", externalID, n)
	}
}

func TestConcurrentCallsWithOneKeyPayOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const calls = 16
	errs := make(chan error, calls)
	for range calls {
		go func() {
			_, err := f.SendPayout(t.Context(), transfer("a", 50000))
			errs <- err
		}()
	}
	accepted := 0
	for range calls {
		if err := <-errs; err == nil {
			accepted++
		} else {
			mustBeUnknown(t, err)
		}
	}
	if accepted != 1 {
		t.Errorf("%d calls were accepted", accepted)
	}
	f.mustHaveOne(t, "a")
}

func TestAnOutcomeIsGivenToAnExternalIDWithoutItsLastPart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	must(t, f.CompletePayout(t.Context(), "withdrawal-1-7"))
	f.disburse(t, "withdrawal-1-77-0badcafe", 50000)
	f.disburse(t, "withdrawal-1-7-0badcafe", 50000)
	f.mustNotify(t, "withdrawal-1-7-0badcafe", report.Completed)
	must(t, f.FailPayout(t.Context(), "withdrawal-1-77", ""))
	f.mustNotify(t, "withdrawal-1-77-0badcafe", report.Failed)
	must(t, f.ReversePayout(t.Context(), "withdrawal-1-7"))
	f.mustNotify(t, "withdrawal-1-7-0badcafe", report.Reversed)
}

func TestAnEmptyFloatRefusesOrFailsAPayout(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	mustLackFloat := func(err error) {
		t.Helper()
		var float *report.FloatEmpty
		if !errors.As(err, &float) {
			t.Fatal(err)
		}
	}
	_, err := f.SendPayout(t.Context(), transfer("a", 1013402))
	mustLackFloat(err)
	f.SetFaults(simulator.Faults{FloatEmpty: true})
	_, err = f.SendPayout(t.Context(), transfer("b", 50000))
	mustLackFloat(err)
	for _, id := range []string{"a", "b"} {
		if _, err := f.FindPayout(t.Context(), report.PayoutsV1, id); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", id, err)
		}
	}
	f.SetFaults(simulator.Faults{})
	f.disburse(t, "b", 50000) // the refused call did not use up the key
	f.disburse(t, "c", 1013403)
	if n := f.mustNotify(t, "c", report.Failed); !report.IsFloatCode(n.FailureCode) {
		t.Errorf("failed with %s", n.FailureCode)
	}
}

func TestAmountsThatCauseFaultsOfPayouts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	_, err := f.SendPayout(ctx, transfer("refused", 1013013))
	mustBeRefused(t, err, "API_VALIDATION_ERROR")
	_, err = f.SendPayout(ctx, transfer("lost", 1013404))
	mustBeUnknown(t, err)
	for _, id := range []string{"refused", "lost"} {
		if _, err := f.FindPayout(ctx, report.PayoutsV1, id); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", id, err)
		}
	}

	_, err = f.SendPayout(ctx, transfer("unanswered", 1013504))
	mustBeUnknown(t, err)
	_, err = f.FindPayout(ctx, report.PayoutsV1, "unanswered")
	must(t, err)
	_, err = f.SendPayout(ctx, transfer("unanswered", 1013504))
	mustBeUnknown(t, err)
	f.mustHaveOne(t, "unanswered")

	hasty := f.newClient(t, provider.Config{Timeout: quiet})
	_, err = hasty.SendPayout(ctx, transfer("slow", 1013508))
	mustBeUnknown(t, err)
	_, err = f.FindPayout(ctx, report.PayoutsV1, "slow")
	must(t, err)

	f.disburse(t, "bounced", 1013500)
	if n := f.mustNotify(t, "bounced", report.Failed); n.FailureCode == "" {
		t.Error("failed without a code")
	}
	f.disburse(t, "returned", 1013999)
	f.mustNotify(t, "returned", report.Completed)
	f.clock.advance(time.Second)
	f.mustNotify(t, "returned", report.Reversed)
}
