package balance

import (
	"testing"

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
	to := func(number, bank string) decision {
		return func(s State) ([]domain.Event, error) {
			return Approve(s, Withdrawal, 1, ApproveCmd{Present: &BankAccount{Number: number, Bank: bank}, By: "admin:1", At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "to the account of the profile", Given: pendingPayout, When: to(withdrawal1.AccountNumber, withdrawal1.Bank), Then: eventsOf(approved)},
		{Name: "to another number than the profile's", Given: pendingPayout, When: to("1", withdrawal1.Bank), Refused: "bank_account_changed"},
		{Name: "to another bank than the profile's", Given: pendingPayout, When: to(withdrawal1.AccountNumber, "MANDIRI"), Refused: "bank_account_changed"},
		{Name: "to none", Given: pendingPayout, When: to("", ""), Refused: "bank_account_changed"},
		{Name: "unknown", When: approve(false), Refused: "payout_not_found"},
		{
			Name:  "a settlement of the same id is another payout",
			Given: eventsOf(funded, SettlementRequested{Order: settlement1, Movement: heldTotal}), When: approve(false), Refused: "payout_not_found",
		},
		{Name: "twice", Given: processingPayout, When: approve(false), Refused: "not_pending"},
		{Name: "after cancel", Given: cancelledPayout, When: approve(false), Refused: "not_pending"},
		{Name: "pending", Given: pendingPayout, When: approve(false), Then: eventsOf(approved)},
		{Name: "pending, by hand", Given: pendingPayout, When: approve(true), Then: eventsOf(manual)},
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
		{Name: "reject once approved", Given: processingPayout, When: reject, Refused: "not_pending"},
		{Name: "reject releases", Given: pendingPayout, When: reject, Then: eventsOf(rejected)},
		{Name: "cancel unknown", When: cancel, Refused: "payout_not_found"},
		{Name: "cancel once approved", Given: processingPayout, When: cancel, Refused: "cannot_be_cancelled"},
		{Name: "cancel twice", Given: cancelledPayout, When: cancel, Refused: "cannot_be_cancelled"},
		{Name: "cancel releases", Given: pendingPayout, When: cancel, Then: eventsOf(cancelled)},
	})
}
