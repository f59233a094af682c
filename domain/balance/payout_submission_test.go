package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestSubmit(t *testing.T) {
	t.Parallel()
	submit := func(key string) decision {
		return func(s State) ([]domain.Event, error) { return Submit(s, Withdrawal, 1, key, noon) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: submit("key-1"), Refused: "payout_not_found"},
		{Name: "not approved", Given: pendingPayout, When: submit("key-1"), Refused: "not_processing"},
		{Name: "failed: never sent again", Given: failedPayout, When: submit("key-1"), Refused: "not_processing"},
		{Name: "by hand", Given: manualPayout, When: submit("key-1"), Refused: "manual_payout"},
		{Name: "the first key stays", Given: submittedPayout, When: submit("key-2")},
		{Name: "approved", Given: processingPayout, When: submit("key-1"), Then: eventsOf(submitted)},
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
		{Name: "accept after unknown", Given: unknownPayout, When: accept, Then: eventsOf(accepted)},
		{Name: "unknown id", When: markUnknown("timeout"), Refused: "payout_not_found"},
		{Name: "unknown though not sent", Given: manualPayout, When: markUnknown("timeout"), Refused: "not_submitted"},
		{Name: "unknown after the end", Given: failedPayout, When: markUnknown("timeout")},
		{Name: "unknown after accepted", Given: acceptedPayout, When: markUnknown("timeout")},
		{Name: "unknown twice", Given: unknownPayout, When: markUnknown("timeout")},
		{Name: "unknown", Given: submittedPayout, When: markUnknown("timeout"), Then: eventsOf(unknown)},
		{
			Name: "unknown for another reason", Given: unknownPayout, When: markUnknown("unavailable"),
			Then: eventsOf(PayoutUnknown{Order: withdrawal1, Reason: "unavailable", At: noon}),
		},
	})
}
