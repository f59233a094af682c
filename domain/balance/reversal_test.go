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
