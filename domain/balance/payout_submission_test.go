package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/domaintest"
	"gateway/domain/report"
)

func TestSubmit(t *testing.T) {
	t.Parallel()
	submit := func(attempt int) decision {
		return func(s State) ([]domain.Event, error) {
			return Submit(s, Withdrawal, 1, SubmitCmd{
				Connection: "xendit", Routed: connection.Routed{Rule: 2}, Attempt: attempt, RequestID: "a request", ProviderAPI: report.PayoutsV1, At: noon,
			})
		}
	}
	again, third := submitted, submitted
	again.Attempt, third.Attempt = 2, 3
	fresh := submitted
	fresh.Attempt, fresh.Reference, fresh.IdempotencyKey = 2, "withdrawal-7-1-9a7187f5b17f", "withdrawal-7-1-9a7187f5b17f"
	first := fresh
	first.Routed.Rule = 2
	first.Attempt, first.Reference, first.IdempotencyKey = 1, "withdrawal-7-1-313c9500b68e", "withdrawal-7-1-313c9500b68e"
	older := PayoutSubmitted{Order: atXendit(withdrawal1), IdempotencyKey: "withdrawal-7-1", At: noon}
	olderAgain := PayoutSubmitted{
		Order: atXendit(withdrawal1), IdempotencyKey: "withdrawal-7-1", Reference: "withdrawal-7-1", ProviderAPI: report.PayoutsV1, Attempt: 2, At: noon,
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: submit(1), Refused: "payout_not_found"},
		{Name: "not approved", Given: pendingPayout, When: submit(1), Refused: "not_processing"},
		{Name: "failed: never sent again", Given: failedPayout, When: submit(2), Refused: "not_processing"},
		{Name: "ended by hand: never sent again", Given: eventsOf(funded, requested, approved, submitted, unknown, failedBy), When: submit(2), Refused: "not_processing"},
		{Name: "by hand", Given: manualPayout, When: submit(1), Refused: "manual_payout"},
		{Name: "approved", Given: processingPayout, When: submit(1), Then: eventsOf(first)},
		{Name: "another instance made this attempt", Given: submittedPayout, When: submit(1)},
		{Name: "again, with the same reference and key", Given: unknownPayout, When: submit(2), Then: eventsOf(again)},
		{Name: "a third time", Given: eventsOf(funded, requested, approved, submitted, unknown, again), When: submit(3), Then: eventsOf(third)},
		{Name: "accepted since", Given: acceptedPayout, When: submit(2)},
		{Name: "after an attempt that failed for good: a reference of its own", Given: floatPayout, When: submit(2), Then: eventsOf(fresh)},
		{Name: "held: the provider has an order that is not known here", Given: heldPayout, When: submit(1)},
		{Name: "again, of an older event", Given: eventsOf(funded, requested, approved, older), When: submit(2), Then: eventsOf(olderAgain)},
	})
}

func TestAcceptAndUnknown(t *testing.T) {
	t.Parallel()
	accept := func(s State) ([]domain.Event, error) { return Accept(s, Withdrawal, 1, "prov-1", noon) }
	markUnknown := func(reason string) decision {
		return func(s State) ([]domain.Event, error) { return MarkUnknown(s, Withdrawal, 1, reason, noon) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "accept unknown id", When: accept, Refused: "payout_not_found"},
		{Name: "accept what was not sent", Given: processingPayout, When: accept, Refused: "not_submitted"},
		{Name: "accept after the end", Given: completedPayout, When: accept},
		{Name: "accept twice", Given: acceptedPayout, When: accept},
		{Name: "accept", Given: submittedPayout, When: accept, Then: eventsOf(accepted)},
		{Name: "accept under another id", Given: acceptedPayout, When: func(s State) ([]domain.Event, error) { return Accept(s, Withdrawal, 1, "prov-2", noon) }, Then: eventsOf(PayoutAccepted{Order: atXendit(withdrawal1), ProviderID: "prov-2", At: noon})},
		{Name: "accept after unknown", Given: unknownPayout, When: accept, Then: eventsOf(accepted)},
		{Name: "unknown id", When: markUnknown("timeout"), Refused: "payout_not_found"},
		{Name: "unknown though not sent", Given: manualPayout, When: markUnknown("timeout"), Refused: "not_submitted"},
		{Name: "unknown after the end", Given: failedPayout, When: markUnknown("timeout")},
		{Name: "unknown after accepted", Given: acceptedPayout, When: markUnknown("timeout")},
		{Name: "unknown twice", Given: unknownPayout, When: markUnknown("timeout")},
		{Name: "unknown", Given: submittedPayout, When: markUnknown("timeout"), Then: eventsOf(unknown)},
		{
			Name: "unknown for another reason", Given: unknownPayout, When: markUnknown("unavailable"),
			Then: eventsOf(PayoutUnknown{Order: atXendit(withdrawal1), Reason: "unavailable", At: noon}),
		},
	})
}
