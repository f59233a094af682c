package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	complete := func(s State) ([]domain.Event, error) {
		return Complete(s, Withdrawal, 1, completing("prov-1", "provider", later))
	}
	anonymous := func(s State) ([]domain.Event, error) {
		return Complete(s, Withdrawal, 1, completing("", "provider", later))
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: complete, Refused: "payout_not_found"},
		{Name: "twice", Given: completedStory, When: complete},
		{Name: "again after it was reversed", Given: reversedStory, When: complete},
		{Name: "after failed", Given: failedStory, When: complete, Refused: "payout_contradiction"},
		{Name: "after a person failed it", Given: story(funded, requested, manual, failedBy), When: complete, Refused: "payout_contradiction"},
		{Name: "after a person completed it: perhaps paid twice", Given: byHandStory, When: complete, Refused: "payout_contradiction"},
		{Name: "after cancelled", Given: cancelledStory, When: complete, Refused: "payout_contradiction"},
		{Name: "pending", Given: pendingStory, When: complete, Refused: "not_submitted"},
		{Name: "by hand", Given: manualStory, When: complete, Refused: "not_submitted"},
		{Name: "without the provider's id", Given: acceptedStory, When: anonymous, Refused: "invalid_field provider_id"},
		{Name: "accepted", Given: acceptedStory, When: complete, Then: story(completed)},
		{Name: "before it was accepted", Given: submittedStory, When: complete, Then: story(completed)},
		{Name: "unknown until now", Given: unknownStory, When: complete, Then: story(completed)},
	})
}

func TestFail(t *testing.T) {
	t.Parallel()
	fail := func(reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return Fail(s, Withdrawal, 1, FailCmd{ProviderID: "prov-1", By: "provider", Reason: reason, At: later})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: fail("closed account"), Refused: "payout_not_found"},
		{Name: "after completed: it came back", Given: completedStory, When: fail("returned"), Then: story(reversed)},
		{Name: "after reversed", Given: reversedStory, When: fail("returned")},
		{Name: "after a person completed it: the money is out", Given: byHandStory, When: fail("closed account")},
		{Name: "twice", Given: failedStory, When: fail("closed account")},
		{Name: "after cancelled", Given: cancelledStory, When: fail("closed account")},
		{Name: "pending", Given: pendingStory, When: fail("closed account"), Refused: "not_submitted"},
		{Name: "accepted", Given: acceptedStory, When: fail("closed account"), Then: story(failed)},
		{Name: "unknown until now", Given: unknownStory, When: fail("closed account"), Then: story(failed)},
	})
}

func TestReverse(t *testing.T) {
	t.Parallel()
	reverse := func(s State) ([]domain.Event, error) {
		return Reverse(s, Withdrawal, 1, ReverseCmd{ProviderID: "prov-1", Reason: "returned", At: later})
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: reverse, Refused: "payout_not_found"},
		{Name: "twice", Given: reversedStory, When: reverse},
		{Name: "still open", Given: acceptedStory, When: reverse, Refused: "not_completed"},
		{Name: "failed", Given: failedStory, When: reverse, Refused: "not_completed"},
		{Name: "paid by a person", Given: byHandStory, When: reverse, Refused: "not_completed"},
		{Name: "completed", Given: completedStory, When: reverse, Then: story(reversed)},
	})
}
