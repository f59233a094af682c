package balance

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func completing(providerID, by string, at time.Time) CompleteCmd {
	return CompleteCmd{ProviderID: providerID, TransferredBy: by, TransferAt: noon, At: at}
}

func TestManual(t *testing.T) {
	t.Parallel()
	const window = time.Minute
	var (
		asked    = func(attempt int) ByHand { return ByHand{Attempt: attempt, NotAtProvider: true, AttemptWindow: window} }
		has      = ByHand{Attempt: 1, AttemptWindow: window}
		notAsked = ByHand{AttemptWindow: window}
	)
	completeAt := func(at time.Time, by string, h ByHand) decision {
		return func(s State) ([]domain.Event, error) {
			return CompleteManually(s, Withdrawal, 1, completing("ignored", by, at), h)
		}
	}
	byHandAfter, failedAfter := byHand, failedBy // after an attempt at a connection
	byHandAfter.Order, failedAfter.Order = atXendit(withdrawal1), atXendit(withdrawal1)
	notFound := ByHand{NotAtProvider: true, AttemptWindow: window}
	complete := func(by string, h ByHand) decision { return completeAt(later, by, h) }
	failAt := func(at time.Time, reason string, h ByHand) decision {
		return func(s State) ([]domain.Event, error) {
			return FailManually(s, Withdrawal, 1, FailCmd{ProviderID: "ignored", By: "admin:1", Reason: reason, At: at}, h)
		}
	}
	fail := func(reason string, h ByHand) decision { return failAt(later, reason, h) }
	again := submitted
	again.Attempt, again.At = 2, later.Add(-window).Add(time.Nanosecond)
	repeated := eventsOf(funded, requested, approved, submitted, unknown, again)
	lastMoment := noon.Add(window - time.Nanosecond)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "complete unknown id", When: complete("", asked(1)), Refused: "payout_not_found"},
		{Name: "complete pending", Given: pendingPayout, When: complete("", asked(1)), Refused: "not_processing"},
		{Name: "complete twice", Given: byHandPayout, When: complete("", asked(1)), Refused: "not_processing"},
		{Name: "complete what the provider has", Given: acceptedPayout, When: complete("", asked(1)), Refused: "not_manual"},
		{Name: "complete what is on its way", Given: submittedPayout, When: complete("", asked(1)), Refused: "not_manual"},
		{Name: "complete an unknown one that the provider may have", Given: unknownPayout, When: complete("", has), Refused: "not_manual"},
		{Name: "complete an unknown one unasked", Given: unknownPayout, When: complete("", notAsked), Refused: "not_manual"},
		{Name: "complete during the attempt", Given: unknownPayout, When: completeAt(lastMoment, "Budi", asked(1)), Refused: "attempt_under_way"},
		{Name: "complete during a first attempt", Given: submittedPayout, When: completeAt(lastMoment, "Budi", notAsked), Refused: "attempt_under_way"},
		{Name: "complete during a second attempt", Given: repeated, When: complete("Budi", asked(2)), Refused: "attempt_under_way"},
		{Name: "complete after another attempt than the one that was asked about", Given: repeated, When: completeAt(later.Add(window), "Budi", asked(1)), Refused: "attempt_under_way"},
		{Name: "complete by nobody", Given: manualPayout, When: complete("", has), Refused: "invalid_field di_transfer_oleh"},
		{Name: "complete by hand", Given: manualPayout, When: complete("Budi", notAsked), Then: eventsOf(byHand)},
		{Name: "complete an unknown one that the provider has not", Given: unknownPayout, When: complete("Budi", asked(1)), Then: eventsOf(byHandAfter)},
		{Name: "complete one that the float did not suffice for", Given: floatPayout, When: complete("Budi", asked(1)), Then: eventsOf(byHandAfter)},
		{Name: "complete one that was never sent, unasked", Given: processingPayout, When: complete("Budi", notAsked), Refused: "not_manual"},
		{Name: "complete one that was sent since the provider was asked", Given: unknownPayout, When: complete("Budi", notFound), Refused: "attempt_under_way"},
		{Name: "complete one that was never sent", Given: processingPayout, When: complete("Budi", notFound), Then: eventsOf(byHand)},
		{Name: "complete a held one that the provider has", Given: heldPayout, When: complete("Budi", notAsked), Refused: "not_manual"},
		{Name: "complete a held one that the provider has not", Given: heldPayout, When: complete("Budi", notFound), Then: eventsOf(byHand)},
		{Name: "fail one that was never sent", Given: processingPayout, When: fail("not sent", notFound), Then: eventsOf(failedBy)},
		{Name: "fail unknown id", When: fail("", asked(1)), Refused: "payout_not_found"},
		{Name: "fail pending", Given: pendingPayout, When: fail("", asked(1)), Refused: "not_processing"},
		{Name: "fail what the provider has", Given: acceptedPayout, When: fail("", asked(1)), Refused: "not_manual"},
		{Name: "fail an unknown one that the provider may have", Given: unknownPayout, When: fail("", has), Refused: "not_manual"},
		{Name: "fail during the attempt", Given: unknownPayout, When: failAt(lastMoment, "not sent", asked(1)), Refused: "attempt_under_way"},
		{Name: "fail during a second attempt", Given: repeated, When: fail("not sent", asked(1)), Refused: "attempt_under_way"},
		{Name: "fail without a reason", Given: manualPayout, When: fail("", has), Refused: "invalid_field reason"},
		{Name: "fail by hand", Given: manualPayout, When: fail("not sent", notAsked), Then: eventsOf(failedBy)},
		{Name: "fail an unknown one that the provider has not", Given: unknownPayout, When: fail("not sent", asked(1)), Then: eventsOf(failedAfter)},
	})
}

func TestAnAttemptIsUnderWayUntilItsWindowEndsOrItsOutcomeIsKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		given []domain.Event
		at    time.Time
		want  bool
	}{
		{"not sent", processingPayout, noon, false},
		{"within the window", submittedPayout, noon.Add(time.Minute - time.Nanosecond), true},
		{"at the end of the window", submittedPayout, noon.Add(time.Minute), false},
		{"without an answer", unknownPayout, noon, true},
		{"accepted", acceptedPayout, noon, false},
		{"failed for good", floatPayout, noon, false},
	} {
		p, _ := Aggregate.Fold(State{}, c.given...).Payout(Withdrawal, 1)
		if got := p.AttemptUnderWay(c.at, time.Minute); got != c.want {
			t.Errorf("%s: under way %t", c.name, got)
		}
	}
}
