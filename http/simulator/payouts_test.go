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
	"gateway/http/provider"
	"gateway/http/simulator"
	"gateway/test/rupiah"
)

var (
	simulatorNotFound = simulator.ErrNotFound
	simulatorState    = simulator.ErrState
)

func payout(externalID string, amount int64) balance.Transfer {
	return balance.Transfer{
		IdempotencyKey: "key-" + externalID, Reference: externalID, Bank: "BCA", AccountHolder: "Toko Contoh",
		AccountNumber: "1234567890", Description: "Withdrawal", Amount: rupiah.Of(amount),
	}
}

func (r *rig) disburse(t *testing.T, externalID string, amount int64) report.Payout {
	t.Helper()
	d, err := r.SendPayout(t.Context(), payout(externalID, amount))
	must(t, err)
	if d.Status != report.Pending || d.ProviderID == "" || d.Reference != externalID {
		t.Fatalf("answered %+v", d)
	}
	return d
}

func (r *rig) mustNotify(t *testing.T, externalID string, want report.Status) notification {
	t.Helper()
	n, _ := r.inbox.next(t)
	if n.kind != "disbursement" || n.TransactionID != externalID || n.Status != want {
		t.Fatalf("notified %+v, want %s of %s", n, want, externalID)
	}
	found, err := r.FindPayout(t.Context(), report.PayoutsV1, externalID)
	must(t, err)
	if found.Status != want || found.ProviderID != n.ProviderID || found.FailureCode != n.FailureCode {
		t.Fatalf("found %+v, notified %+v", found, n)
	}
	return n
}

func TestAPayoutStaysOpenUntilItIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	done, broken := r.disburse(t, "done", 50000), r.disburse(t, "broken", 50000)
	r.clock.advance(time.Hour)
	r.inbox.mustBeQuiet(t)

	must(t, r.CompletePayout(t.Context(), "done"))
	n := r.mustNotify(t, "done", report.Completed)
	if n.ProviderID != done.ProviderID || !n.PaidAmount.Equal(rupiah.Of(50000)) || !n.PaidAt.Equal(start.Add(time.Hour)) {
		t.Errorf("notified %+v", n)
	}
	must(t, r.FailPayout(t.Context(), "broken", ""))
	if n := r.mustNotify(t, "broken", report.Failed); n.FailureCode != "REJECTED_BY_BANK" || n.ProviderID != broken.ProviderID {
		t.Errorf("notified %+v", n)
	}
	must(t, r.ReversePayout(t.Context(), "done"))
	r.mustNotify(t, "done", report.Reversed)

	got, err := r.FindPayout(t.Context(), report.PayoutsV1, "done")
	if err != nil || got.Status != report.Reversed {
		t.Errorf("got %+v, %v", got, err)
	}
	for name, err := range map[string]error{
		"complete again":       r.CompletePayout(t.Context(), "done"),
		"fail what failed":     r.FailPayout(t.Context(), "broken", ""),
		"reverse what failed":  r.ReversePayout(t.Context(), "broken"),
		"reverse what is back": r.ReversePayout(t.Context(), "done"),
	} {
		if !errors.Is(err, simulator.ErrState) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnOrderBeforeThePayoutIsAppliedOnArrival(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	must(t, r.FailPayout(t.Context(), "early", ""))
	must(t, r.CompletePayout(t.Context(), "early"))
	r.disburse(t, "early", 50000)
	r.mustNotify(t, "early", report.Completed)

	must(t, r.FailPayout(t.Context(), "bad", "RECIPIENT_ACCOUNT_NUMBER_ERROR"))
	r.disburse(t, "bad", 50000)
	if n := r.mustNotify(t, "bad", report.Failed); n.FailureCode != "RECIPIENT_ACCOUNT_NUMBER_ERROR" {
		t.Errorf("failed with %s", n.FailureCode)
	}
}

func TestPayoutDelayCompletesByItself(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(o *simulator.Options) { o.PayoutDelay = time.Minute })
	r.disburse(t, "a", 50000)
	r.inbox.mustBeQuiet(t)
	r.clock.advance(time.Minute)
	r.mustNotify(t, "a", report.Completed)
}

func TestAUsedKeyIsRefusedAsADuplicate(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.disburse(t, "a", 50000)
	for _, amount := range []int64{50000, 50001} {
		body := fmt.Sprintf(`{"external_id":"a","amount":%d,"bank_code":"BCA","account_holder_name":"Toko","account_number":"1","description":"W"}`, amount)
		recorder := r.call(t, http.MethodPost, "/disbursements", body, "X-Idempotency-Key", "key-a")
		if recorder.Code != http.StatusBadRequest || !strings.Contains(recorder.Body.String(), `"error_code":"DUPLICATE_TRANSACTION_ERROR"`) {
			t.Errorf("%d: %d %s", amount, recorder.Code, recorder.Body)
		}
		_, err := r.SendPayout(t.Context(), payout("a", amount))
		mustBeUnknown(t, err)
	}
	r.mustHaveOne(t, "a")
}

// mustHaveOne checks that the provider has one payout of the external id.
func (r *rig) mustHaveOne(t *testing.T, externalID string) {
	t.Helper()
	var n int
	must(t, r.db.Get(&n, `SELECT count(*) FROM state.simulator_disbursements WHERE external_id = $1`, externalID))
	if n != 1 {
		t.Errorf("the provider has %s %d times", externalID, n)
	}
}

func TestManyCallsAtOnceWithOneKeyPayOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const calls = 16
	errs := make(chan error, calls)
	for range calls {
		go func() {
			_, err := r.SendPayout(t.Context(), payout("a", 50000))
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
	r.mustHaveOne(t, "a")
}

func TestAPayoutIsToldByItsExternalIDWithoutTheLastPart(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	must(t, r.CompletePayout(t.Context(), "withdrawal-1-7"))
	r.disburse(t, "withdrawal-1-77-0badcafe", 50000)
	r.disburse(t, "withdrawal-1-7-0badcafe", 50000)
	r.mustNotify(t, "withdrawal-1-7-0badcafe", report.Completed)
	must(t, r.FailPayout(t.Context(), "withdrawal-1-77", ""))
	r.mustNotify(t, "withdrawal-1-77-0badcafe", report.Failed)
	must(t, r.ReversePayout(t.Context(), "withdrawal-1-7"))
	r.mustNotify(t, "withdrawal-1-7-0badcafe", report.Reversed)
}

func TestAnEmptyFloatRefusesOrFailsAPayout(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	mustLackFloat := func(err error) {
		t.Helper()
		var float *report.FloatEmpty
		if !errors.As(err, &float) {
			t.Fatal(err)
		}
	}
	_, err := r.SendPayout(t.Context(), payout("a", 1013402))
	mustLackFloat(err)
	r.SetFaults(simulator.Faults{FloatEmpty: true})
	_, err = r.SendPayout(t.Context(), payout("b", 50000))
	mustLackFloat(err)
	for _, id := range []string{"a", "b"} {
		if _, err := r.FindPayout(t.Context(), report.PayoutsV1, id); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", id, err)
		}
	}
	r.SetFaults(simulator.Faults{})
	r.disburse(t, "b", 50000) // the key is not used up
	r.disburse(t, "c", 1013403)
	if n := r.mustNotify(t, "c", report.Failed); !report.IsFloatCode(n.FailureCode) {
		t.Errorf("failed with %s", n.FailureCode)
	}
}

func TestMagicAmountsOfPayouts(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ctx := t.Context()
	_, err := r.SendPayout(ctx, payout("refused", 1013013))
	mustBeRefused(t, err, "API_VALIDATION_ERROR")
	_, err = r.SendPayout(ctx, payout("lost", 1013404))
	mustBeUnknown(t, err)
	for _, id := range []string{"refused", "lost"} {
		if _, err := r.FindPayout(ctx, report.PayoutsV1, id); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", id, err)
		}
	}

	_, err = r.SendPayout(ctx, payout("unanswered", 1013504))
	mustBeUnknown(t, err)
	_, err = r.FindPayout(ctx, report.PayoutsV1, "unanswered")
	must(t, err)
	_, err = r.SendPayout(ctx, payout("unanswered", 1013504))
	mustBeUnknown(t, err)
	r.mustHaveOne(t, "unanswered")

	hasty := r.newClient(t, provider.Config{Timeout: quiet})
	_, err = hasty.SendPayout(ctx, payout("slow", 1013508))
	mustBeUnknown(t, err)
	_, err = r.FindPayout(ctx, report.PayoutsV1, "slow")
	must(t, err)

	r.disburse(t, "bounced", 1013500)
	if n := r.mustNotify(t, "bounced", report.Failed); n.FailureCode == "" {
		t.Error("failed without a code")
	}
	r.disburse(t, "returned", 1013999)
	r.mustNotify(t, "returned", report.Completed)
	r.clock.advance(time.Second)
	r.mustNotify(t, "returned", report.Reversed)
}
