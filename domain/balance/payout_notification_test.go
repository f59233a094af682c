package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

func TestNotificationsAreTheSameWhereEachPartIs(t *testing.T) {
	t.Parallel()
	said := Reported{
		Reference: reference1, ProviderID: "prov-1", Status: report.Completed, Amount: rupiah.Of("50000"), AccountNumber: "1", FailureCode: "a",
	}
	for name, change := range map[string]func(*Reported){
		"another reference":    func(r *Reported) { r.Reference = reference2 },
		"another id":           func(r *Reported) { r.ProviderID = "prov-2" },
		"another status":       func(r *Reported) { r.Status = report.Failed },
		"another amount":       func(r *Reported) { r.Amount = rupiah.Of("50001") },
		"another account":      func(r *Reported) { r.AccountNumber = "2" },
		"another failure code": func(r *Reported) { r.FailureCode = "b" },
	} {
		other := said
		if change(&other); said.same(other) {
			t.Errorf("%s: the same", name)
		}
	}
	other := said
	if other.Amount = rupiah.Of("50000.00"); !said.same(other) {
		t.Error("an amount is another one where it is written with decimals")
	}
}

func TestARepeatedContradictionHasTheSameFingerprint(t *testing.T) {
	t.Parallel()
	first := contradicting(StatusProcessing, OtherAmount, provided(report.Completed, oneRupiah))
	for name, c := range map[string]struct {
		change func(*PayoutContradicted)
		same   bool
	}{
		"at another time":          {func(e *PayoutContradicted) { e.At = noon }, true},
		"of another status here":   {func(e *PayoutContradicted) { e.Here = StatusCompleted }, true},
		"of another kind":          {func(e *PayoutContradicted) { e.Kind = Settlement }, false},
		"of another payout":        {func(e *PayoutContradicted) { e.ID = 2 }, false},
		"of another contradiction": {func(e *PayoutContradicted) { e.Contradiction = OtherAccount }, false},
		"of another reference":     {func(e *PayoutContradicted) { e.Reference = reference2 }, false},
		"of another provider's id": {func(e *PayoutContradicted) { e.ProviderID = "prov-2" }, false},
		"of another status there":  {func(e *PayoutContradicted) { e.Status = report.Failed }, false},
		"of another amount there":  {func(e *PayoutContradicted) { e.Reported.Amount = rupiah.Of("2") }, false},
		"of another amount here":   {func(e *PayoutContradicted) { e.Order.Amount = rupiah.Of("2") }, true},
	} {
		second := first
		if c.change(&second); (second.fingerprint() == first.fingerprint()) != c.same {
			t.Errorf("%s: the same %t", name, !c.same)
		}
	}
}

func TestTheProviderIsAskedWhereTheLastAttemptWent(t *testing.T) {
	t.Parallel()
	bySecond := submitted
	bySecond.ProviderAPI = report.PayoutsV2
	failedThere := floatEmpty
	for name, c := range map[string]struct {
		given []domain.Event
		want  string
	}{
		"unknown":                         {nil, report.PayoutsV1},
		"not sent":                        {processingPayout, report.PayoutsV1},
		"sent to the first API":           {submittedPayout, report.PayoutsV1},
		"sent to the second API":          {eventsOf(requested, approved, bySecond), report.PayoutsV2},
		"failed for good there":           {eventsOf(requested, approved, bySecond, failedThere), report.PayoutsV2},
		"completed by the first API":      {completedPayout, report.PayoutsV1},
		"completed by the second API":     {eventsOf(requested, approved, bySecond, completed), report.PayoutsV2},
		"reversed, by the second API":     {eventsOf(requested, approved, bySecond, completed, reversed), report.PayoutsV2},
		"rejected, so that none has it":   {rejectedPayout, report.PayoutsV1},
		"the same id, but not its kind":   {eventsOf(SettlementRequested{Order: settlement1}), report.PayoutsV1},
		"ended by hand after it was sent": {eventsOf(requested, approved, bySecond, byHand), report.PayoutsV2},
	} {
		if got := Aggregate.Fold(State{}, c.given...).ProviderAPIOf(Withdrawal, 1); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
