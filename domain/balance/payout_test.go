package balance

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestApprove(t *testing.T) {
	t.Parallel()
	approve := func(manual bool) decision {
		return func(s State) ([]domain.Event, error) {
			return Approve(s, Withdrawal, 1, ApproveCmd{Manual: manual, By: "admin:1", At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: approve(false), Refused: "payout_not_found"},
		{
			Name:  "a settlement of the same id is another payout",
			Given: story(funded, SettlementRequested{Order: s1, Movement: hold}), When: approve(false), Refused: "payout_not_found",
		},
		{Name: "twice", Given: processingStory, When: approve(false), Refused: "not_pending"},
		{Name: "after cancel", Given: cancelledStory, When: approve(false), Refused: "not_pending"},
		{Name: "pending", Given: pendingStory, When: approve(false), Then: story(approved)},
		{Name: "pending, by hand", Given: pendingStory, When: approve(true), Then: story(manual)},
	})
}

func TestRejectAndCancel(t *testing.T) {
	t.Parallel()
	reject := func(s State) ([]domain.Event, error) {
		return Reject(s, Withdrawal, 1, RejectCmd{By: "admin:1", Reason: "no", At: later})
	}
	cancel := func(s State) ([]domain.Event, error) { return Cancel(s, Withdrawal, 1, later) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "reject unknown", When: reject, Refused: "payout_not_found"},
		{Name: "reject once approved", Given: processingStory, When: reject, Refused: "not_pending"},
		{Name: "reject releases", Given: pendingStory, When: reject, Then: story(rejected)},
		{Name: "cancel unknown", When: cancel, Refused: "payout_not_found"},
		{Name: "cancel once approved", Given: processingStory, When: cancel, Refused: "cannot_be_cancelled"},
		{Name: "cancel twice", Given: cancelledStory, When: cancel, Refused: "cannot_be_cancelled"},
		{Name: "cancel releases", Given: pendingStory, When: cancel, Then: story(cancelled)},
	})
}

func TestSubmit(t *testing.T) {
	t.Parallel()
	submit := func(key string) decision {
		return func(s State) ([]domain.Event, error) { return Submit(s, Withdrawal, 1, key, noon) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: submit("key-1"), Refused: "payout_not_found"},
		{Name: "not approved", Given: pendingStory, When: submit("key-1"), Refused: "not_processing"},
		{Name: "failed: never sent again", Given: failedStory, When: submit("key-1"), Refused: "not_processing"},
		{Name: "by hand", Given: manualStory, When: submit("key-1"), Refused: "manual_payout"},
		{Name: "the first key stays", Given: submittedStory, When: submit("key-2")},
		{Name: "approved", Given: processingStory, When: submit("key-1"), Then: story(submitted)},
	})
}

func TestAcceptAndUnknown(t *testing.T) {
	t.Parallel()
	accept := func(s State) ([]domain.Event, error) { return Accept(s, Withdrawal, 1, "prov-1", noon) }
	lose := func(reason string) decision {
		return func(s State) ([]domain.Event, error) { return MarkUnknown(s, Withdrawal, 1, reason, noon) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "accept unknown id", When: accept, Refused: "payout_not_found"},
		{Name: "accept what was not sent", Given: processingStory, When: accept, Refused: "not_submitted"},
		{Name: "accept after the end", Given: completedStory, When: accept},
		{Name: "accept twice", Given: acceptedStory, When: accept},
		{Name: "accept", Given: submittedStory, When: accept, Then: story(accepted)},
		{Name: "accept after unknown", Given: unknownStory, When: accept, Then: story(accepted)},
		{Name: "unknown id", When: lose("timeout"), Refused: "payout_not_found"},
		{Name: "unknown though not sent", Given: manualStory, When: lose("timeout"), Refused: "not_submitted"},
		{Name: "unknown after the end", Given: failedStory, When: lose("timeout")},
		{Name: "unknown after accepted", Given: acceptedStory, When: lose("timeout")},
		{Name: "unknown twice", Given: unknownStory, When: lose("timeout")},
		{Name: "unknown", Given: submittedStory, When: lose("timeout"), Then: story(unknown)},
		{
			Name: "unknown for another reason", Given: unknownStory, When: lose("unavailable"),
			Then: story(PayoutUnknown{Order: w1, Reason: "unavailable", At: noon}),
		},
	})
}

func completing(providerID, by string, at time.Time) CompleteCmd {
	return CompleteCmd{ProviderID: providerID, TransferredBy: by, TransferAt: noon, At: at}
}

func TestManual(t *testing.T) {
	t.Parallel()
	complete := func(by string, notAtProvider bool) decision {
		return func(s State) ([]domain.Event, error) {
			return CompleteManually(s, Withdrawal, 1, completing("ignored", by, later), notAtProvider)
		}
	}
	fail := func(reason string, notAtProvider bool) decision {
		return func(s State) ([]domain.Event, error) {
			return FailManually(s, Withdrawal, 1, FailCmd{ProviderID: "ignored", By: "admin:1", Reason: reason, At: later}, notAtProvider)
		}
	}
	const has, hasNot = false, true
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "complete unknown id", When: complete("", hasNot), Refused: "payout_not_found"},
		{Name: "complete pending", Given: pendingStory, When: complete("", hasNot), Refused: "not_processing"},
		{Name: "complete twice", Given: byHandStory, When: complete("", hasNot), Refused: "not_processing"},
		{Name: "complete what the provider has", Given: acceptedStory, When: complete("", hasNot), Refused: "not_manual"},
		{Name: "complete what is on its way", Given: submittedStory, When: complete("", hasNot), Refused: "not_manual"},
		{Name: "complete an unknown one that the provider may have", Given: unknownStory, When: complete("", has), Refused: "not_manual"},
		{Name: "complete by nobody", Given: manualStory, When: complete("", has), Refused: "invalid_field di_transfer_oleh"},
		{Name: "complete by hand", Given: manualStory, When: complete("Budi", has), Then: story(byHand)},
		{Name: "complete an unknown one that the provider has not", Given: unknownStory, When: complete("Budi", hasNot), Then: story(byHand)},
		{Name: "fail unknown id", When: fail("", hasNot), Refused: "payout_not_found"},
		{Name: "fail pending", Given: pendingStory, When: fail("", hasNot), Refused: "not_processing"},
		{Name: "fail what the provider has", Given: acceptedStory, When: fail("", hasNot), Refused: "not_manual"},
		{Name: "fail an unknown one that the provider may have", Given: unknownStory, When: fail("", has), Refused: "not_manual"},
		{Name: "fail without a reason", Given: manualStory, When: fail("", has), Refused: "invalid_field reason"},
		{Name: "fail by hand", Given: manualStory, When: fail("not sent", has), Then: story(failedBy)},
		{Name: "fail an unknown one that the provider has not", Given: unknownStory, When: fail("not sent", hasNot), Then: story(failedBy)},
	})
}
