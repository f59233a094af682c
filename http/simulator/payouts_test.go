package simulator_test

import (
	"errors"
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
	found, err := r.FindPayout(t.Context(), externalID)
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

	got, err := r.FindPayout(t.Context(), "done")
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

func TestTheSameKeyPaysOnceAndAnswersTheSame(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	first := r.disburse(t, "a", 50000)
	must(t, r.CompletePayout(t.Context(), "a"))
	r.mustNotify(t, "a", report.Completed)
	if again := r.disburse(t, "a", 50000); again.ProviderID != first.ProviderID {
		t.Errorf("paid twice: %s, %s", first.ProviderID, again.ProviderID)
	}
	other := payout("a", 50001)
	_, err := r.SendPayout(t.Context(), other)
	mustBeUnknown(t, err)
	r.inbox.mustBeQuiet(t)
}

func TestManyCallsAtOnceWithOneKeyPayOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const calls = 16
	ids := make(chan string, calls)
	for range calls {
		go func() {
			d, err := r.SendPayout(t.Context(), payout("a", 50000))
			if err != nil {
				t.Error(err)
			}
			ids <- d.ProviderID
		}()
	}
	first := <-ids
	for range calls - 1 {
		if id := <-ids; id != first {
			t.Errorf("paid twice: %s, %s", first, id)
		}
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
		if _, err := r.FindPayout(ctx, id); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", id, err)
		}
	}

	_, err = r.SendPayout(ctx, payout("unanswered", 1013504))
	mustBeUnknown(t, err)
	found, err := r.FindPayout(ctx, "unanswered")
	must(t, err)
	if again := r.disburse(t, "unanswered", 1013504); again.ProviderID != found.ProviderID {
		t.Errorf("the repeated call paid %s, the first %s", again.ProviderID, found.ProviderID)
	}

	hasty := r.newClient(t, provider.Config{Timeout: quiet})
	_, err = hasty.SendPayout(ctx, payout("slow", 1013508))
	mustBeUnknown(t, err)
	_, err = r.FindPayout(ctx, "slow")
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
