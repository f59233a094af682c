package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestReverse(t *testing.T) {
	t.Parallel()
	reverse := func(s State) ([]domain.Event, error) {
		return Reverse(s, Withdrawal, 1, ReverseCmd{Reason: "returned", At: later})
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: reverse, Refused: "payout_not_found"},
		{Name: "twice", Given: reversedPayout, When: reverse},
		{Name: "still open", Given: acceptedPayout, When: reverse, Refused: "not_completed"},
		{Name: "failed", Given: failedPayout, When: reverse, Refused: "not_completed"},
		{Name: "paid by a person", Given: byHandPayout, When: reverse, Refused: "not_completed"},
		{Name: "completed", Given: completedPayout, When: reverse, Then: eventsOf(reversed)},
	})
}

func TestAPayoutThatTheStateForgotIsReversedOnceItIsRemembered(t *testing.T) {
	t.Parallel()
	forgotten := ClosedPayout{
		Kind: Withdrawal, ID: 1, ExternalID: "WD-1", Status: StatusCompleted, ProviderID: "prov-1", Random: "00c0ffee",
		Amount: withdrawal1.Amount, Fee: withdrawal1.Fee, FeeVAT: withdrawal1.FeeVAT,
	}
	completedBefore := movement(noon, "start", "45000", "0", "0", "client:7:available", "45000", "provider:xendit:payouts", "50000", "revenue:fees", "4504.5", "tax:vat", "495.5", "equity", "-100000")
	reversal := ReverseCmd{Reason: "returned", At: later}
	s := Aggregate.Fold(State{}, Adjusted{ClientID: client, Movement: completedBefore})
	if _, err := Reverse(s, Withdrawal, 1, reversal); domaintest.Refusal(err) != "payout_not_found" {
		t.Errorf("before: %v", err)
	}
	events, err := Reverse(s.Remember(forgotten), Withdrawal, 1, reversal)
	if err != nil {
		t.Fatal(err)
	}
	domaintest.Same(t, eventsOf(reversed), events)
	if _, known := s.ClosedPayout(Withdrawal, 1); known {
		t.Error("the state itself was changed")
	}
}

func TestAPayoutThatTheStateKnowsIsNotRememberedAnew(t *testing.T) {
	t.Parallel()
	for name, given := range map[string][]domain.Event{"open": acceptedPayout, "failed": failedPayout} {
		s := Aggregate.Fold(State{}, given...)
		status := s.StatusOf(Withdrawal, 1)
		if got := s.Remember(ClosedPayout{Kind: Withdrawal, ID: 1, Status: StatusCompleted}); got.StatusOf(Withdrawal, 1) != status || len(got.Closed) != len(s.Closed) {
			t.Errorf("%s: it becomes %s", name, got.StatusOf(Withdrawal, 1))
		}
	}
}

func TestEventsOfAPayoutThatEndedGetItsWholeOrder(t *testing.T) {
	t.Parallel()
	bare := PayoutContradicted{Order: reversed.Order, Contradiction: EndedOtherwise}
	for _, c := range []struct {
		name  string
		given []domain.Event
		lacks bool
		want  []domain.Event
	}{
		{name: "none"},
		{name: "another event", given: eventsOf(failed), want: eventsOf(failed)},
		{name: "a reversal", given: eventsOf(reversed), lacks: true, want: eventsOf(PayoutReversed{
			Order: atXendit(withdrawal1), Movement: reversed.Movement, ProviderID: "prov-1", Reason: "returned",
		})},
		{name: "a contradiction", given: eventsOf(failed, bare), lacks: true, want: eventsOf(failed, PayoutContradicted{
			Order: atXendit(withdrawal1), Contradiction: EndedOtherwise,
		})},
		{name: "one that has it", given: eventsOf(found), want: eventsOf(found)},
	} {
		if got := LacksOrder(c.given); got != c.lacks {
			t.Errorf("%s: lacks its order %t", c.name, got)
		}
		before := inJSON(t, c.given)
		domaintest.Same(t, c.want, WithOrder(c.given, withdrawal1))
		if inJSON(t, c.given) != before {
			t.Errorf("%s: the events given were changed", c.name)
		}
	}
}
