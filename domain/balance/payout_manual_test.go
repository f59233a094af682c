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
		{Name: "complete pending", Given: pendingPayout, When: complete("", hasNot), Refused: "not_processing"},
		{Name: "complete twice", Given: byHandPayout, When: complete("", hasNot), Refused: "not_processing"},
		{Name: "complete what the provider has", Given: acceptedPayout, When: complete("", hasNot), Refused: "not_manual"},
		{Name: "complete what is on its way", Given: submittedPayout, When: complete("", hasNot), Refused: "not_manual"},
		{Name: "complete an unknown one that the provider may have", Given: unknownPayout, When: complete("", has), Refused: "not_manual"},
		{Name: "complete by nobody", Given: manualPayout, When: complete("", has), Refused: "invalid_field di_transfer_oleh"},
		{Name: "complete by hand", Given: manualPayout, When: complete("Budi", has), Then: eventsOf(byHand)},
		{Name: "complete an unknown one that the provider has not", Given: unknownPayout, When: complete("Budi", hasNot), Then: eventsOf(byHand)},
		{Name: "fail unknown id", When: fail("", hasNot), Refused: "payout_not_found"},
		{Name: "fail pending", Given: pendingPayout, When: fail("", hasNot), Refused: "not_processing"},
		{Name: "fail what the provider has", Given: acceptedPayout, When: fail("", hasNot), Refused: "not_manual"},
		{Name: "fail an unknown one that the provider may have", Given: unknownPayout, When: fail("", has), Refused: "not_manual"},
		{Name: "fail without a reason", Given: manualPayout, When: fail("", has), Refused: "invalid_field reason"},
		{Name: "fail by hand", Given: manualPayout, When: fail("not sent", has), Then: eventsOf(failedBy)},
		{Name: "fail an unknown one that the provider has not", Given: unknownPayout, When: fail("not sent", hasNot), Then: eventsOf(failedBy)},
	})
}
