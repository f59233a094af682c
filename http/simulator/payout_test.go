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

// transfer is a valid payout to send.
func transfer(externalID string, amount int64) balance.Transfer {
	return balance.Transfer{
		IdempotencyKey: "key-" + externalID, Reference: externalID, Bank: "BCA", AccountHolder: "Toko Contoh",
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
	n, _ := f.inbox.next(t)
	if n.kind != "disbursement" || n.TransactionID != externalID || n.Status != want {
		t.Fatalf("notified %+v, want %s of %s", n, want, externalID)
	}
	found, err := f.FindPayout(t.Context(), externalID)
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

	got, err := f.FindPayout(t.Context(), "done")
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

func TestARepeatedKeyPaysOnceAndGetsTheSameAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.disburse(t, "a", 50000)
	must(t, f.CompletePayout(t.Context(), "a"))
	f.mustNotify(t, "a", report.Completed)
	if again := f.disburse(t, "a", 50000); again.ProviderID != first.ProviderID {
		t.Errorf("paid twice: %s, %s", first.ProviderID, again.ProviderID)
	}
	other := transfer("a", 50001)
	_, err := f.SendPayout(t.Context(), other)
	mustBeUnknown(t, err)
	f.inbox.mustGetNothing(t)
}

func TestConcurrentCallsWithOneKeyPayOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const calls = 16
	ids := make(chan string, calls)
	for range calls {
		go func() {
			d, err := f.SendPayout(t.Context(), transfer("a", 50000))
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

func TestAmountsThatCauseFaultsOfPayouts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := t.Context()
	_, err := f.SendPayout(ctx, transfer("refused", 1013013))
	mustBeRefused(t, err, "API_VALIDATION_ERROR")
	_, err = f.SendPayout(ctx, transfer("lost", 1013404))
	mustBeUnknown(t, err)
	for _, id := range []string{"refused", "lost"} {
		if _, err := f.FindPayout(ctx, id); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("%s: %v", id, err)
		}
	}

	_, err = f.SendPayout(ctx, transfer("unanswered", 1013504))
	mustBeUnknown(t, err)
	found, err := f.FindPayout(ctx, "unanswered")
	must(t, err)
	if again := f.disburse(t, "unanswered", 1013504); again.ProviderID != found.ProviderID {
		t.Errorf("the repeated call paid %s, the first %s", again.ProviderID, found.ProviderID)
	}

	hasty := f.newClient(t, provider.Config{Timeout: quiet})
	_, err = hasty.SendPayout(ctx, transfer("slow", 1013508))
	mustBeUnknown(t, err)
	_, err = f.FindPayout(ctx, "slow")
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
