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
		{Name: "twice", Given: completedPayout, When: complete},
		{Name: "again after it was reversed", Given: reversedPayout, When: complete},
		{Name: "after failed", Given: failedPayout, When: complete, Refused: "payout_contradiction"},
		{Name: "after a person failed it", Given: eventsOf(funded, requested, manual, failedBy), When: complete, Refused: "payout_contradiction"},
		{Name: "after a person completed it: perhaps paid twice", Given: byHandPayout, When: complete, Refused: "payout_contradiction"},
		{Name: "after cancelled", Given: cancelledPayout, When: complete, Refused: "payout_contradiction"},
		{Name: "pending", Given: pendingPayout, When: complete, Refused: "not_submitted"},
		{Name: "by hand", Given: manualPayout, When: complete, Refused: "not_submitted"},
		{Name: "without the provider's id", Given: acceptedPayout, When: anonymous, Refused: "invalid_field provider_id"},
		{Name: "accepted", Given: acceptedPayout, When: complete, Then: eventsOf(completed)},
		{Name: "before it was accepted", Given: submittedPayout, When: complete, Then: eventsOf(completed)},
		{Name: "unknown until now", Given: unknownPayout, When: complete, Then: eventsOf(completed)},
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
		{Name: "after completed: it came back", Given: completedPayout, When: fail("returned"), Then: eventsOf(reversed)},
		{Name: "after reversed", Given: reversedPayout, When: fail("returned")},
		{Name: "after a person completed it: the money is out", Given: byHandPayout, When: fail("closed account")},
		{Name: "twice", Given: failedPayout, When: fail("closed account")},
		{Name: "after cancelled", Given: cancelledPayout, When: fail("closed account")},
		{Name: "pending", Given: pendingPayout, When: fail("closed account"), Refused: "not_submitted"},
		{Name: "accepted", Given: acceptedPayout, When: fail("closed account"), Then: eventsOf(failed)},
		{Name: "unknown until now", Given: unknownPayout, When: fail("closed account"), Then: eventsOf(failed)},
	})
}

func TestARefusalFailsThePayoutOnlyWhereItWasSentOnce(t *testing.T) {
	t.Parallel()
	refused := func(s State) ([]domain.Event, error) {
		return FailRefused(s, Withdrawal, 1, FailCmd{ProviderID: "prov-1", By: "provider", Reason: "closed account", At: later})
	}
	again := submitted
	again.Attempt = 2
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: refused, Refused: "payout_not_found"},
		{Name: "not sent", Given: processingPayout, When: refused, Refused: "not_submitted"},
		{Name: "sent once", Given: submittedPayout, When: refused, Then: eventsOf(failed)},
		{Name: "sent twice", Given: eventsOf(funded, requested, approved, submitted, unknown, again), When: refused},
		{Name: "failed before", Given: failedPayout, When: refused},
		{Name: "completed before: it came back", Given: completedPayout, When: refused, Then: eventsOf(func() PayoutReversed {
			e := reversed
			e.Reason = "closed account"
			return e
		}())},
	})
}
