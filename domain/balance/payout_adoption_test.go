package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// recordAt returns the provider's record of an order that the log lacks.
func recordAt(status report.Status, change func(*report.Payout)) report.Payout {
	r := report.Payout{Connection: "xendit", Reference: reference2, ProviderID: "prov-2", Status: status, Amount: rupiah.Of("50000"), UpdatedAt: noon}
	if change != nil {
		change(&r)
	}
	return r
}

func TestAnOrderThatTheLogLacksHoldsThePayout(t *testing.T) {
	t.Parallel()
	note := func(status report.Status, change func(*report.Payout)) decision {
		return func(s State) ([]domain.Event, error) {
			return NoteFound(s, Withdrawal, 1, recordAt(status, change), noon)
		}
	}
	lateFound := func(here, contradiction string, status report.Status) PayoutContradicted {
		r := recordAt(status, nil)
		return contradicted(reversed.Order, here, r, contradiction, noon)
	}
	other := PayoutAdopted{Order: atXendit(withdrawal1), Reference: "withdrawal-7-1-0badcafe", ProviderID: "prov-3", ProviderAPI: report.PayoutsV1, Attempt: 1, By: "admin:2", At: noon}
	afterAnother := eventsOf(funded, requested, approved, found, other,
		PayoutAttemptFailed{Order: atXendit(withdrawal1), Reference: other.Reference, ProviderID: "prov-3", Reason: FloatEmpty, At: noon})
	whilePending := found
	whilePending.Here = StatusPending
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of a payout that is not known", When: note(report.Completed, nil), Refused: "payout_not_found"},
		{Name: "of one that failed", Given: failedPayout, When: note(report.Completed, nil), Then: eventsOf(lateFound(StatusFailed, EndedOtherwise, report.Completed))},
		{Name: "of one that was cancelled", Given: cancelledPayout, When: note(report.Completed, nil), Then: eventsOf(lateFound(StatusCancelled, EndedOtherwise, report.Completed))},
		{Name: "under way, of one that was cancelled", Given: cancelledPayout, When: note(report.Pending, nil), Then: eventsOf(lateFound(StatusCancelled, EndedOtherwise, report.Pending))},
		{Name: "failed, of one that was cancelled", Given: cancelledPayout, When: note(report.Failed, nil)},
		{Name: "another one, of one that the provider made", Given: completedPayout, When: note(report.Completed, nil), Then: eventsOf(lateFound(StatusCompleted, OtherReference, report.Completed))},
		{Name: "its own, of one that the provider made", Given: completedPayout, When: note(report.Completed, func(r *report.Payout) { r.Reference = reference1 })},
		{Name: "a former one, by older books, of one that the provider made", Given: completedPayout, When: note(report.Pending, nil)},
		{Name: "a former one, by older books, of one whose last attempt failed for lack of float", Given: floatPayout, When: note(report.Pending, func(r *report.Payout) { r.Reference = reference1 })},
		{Name: "one that failed moved no money", Given: processingPayout, When: note(report.Failed, nil)},
		{Name: "the known one", Given: submittedPayout, When: note(report.Completed, func(r *report.Payout) { r.Reference = reference1 })},
		{Name: "of one that was not sent", Given: processingPayout, When: note(report.Completed, nil), Then: eventsOf(found)},
		{Name: "of one that was not approved", Given: pendingPayout, When: note(report.Completed, nil), Then: eventsOf(whilePending)},
		{Name: "of one whose former attempt failed for lack of float", Given: floatPayout, When: note(report.Completed, nil), Then: eventsOf(found)},
		{Name: "again", Given: heldPayout, When: note(report.Completed, nil)},
		{Name: "again, after another one was adopted and failed", Given: afterAnother, When: note(report.Completed, nil), Then: eventsOf(found)},
	})
}

func TestNothingGivesTheClientMoneyThatTheProviderIsSaidToHavePaid(t *testing.T) {
	t.Parallel()
	held := eventsOf(funded, requested, found)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "cancel", Given: held, When: func(s State) ([]domain.Event, error) { return Cancel(s, Withdrawal, 1, later) }, Refused: "cannot_be_cancelled"},
		{Name: "reject", Given: held, When: func(s State) ([]domain.Event, error) {
			return Reject(s, Withdrawal, 1, RejectCmd{By: "admin:1", At: later})
		}, Refused: "found_at_provider"},
		{Name: "approve for a transfer by hand", Given: held, When: func(s State) ([]domain.Event, error) {
			return Approve(s, Withdrawal, 1, ApproveCmd{Manual: true, By: "admin:1", At: noon})
		}, Refused: "found_at_provider"},
		{Name: "approve", Given: held, When: func(s State) ([]domain.Event, error) {
			return Approve(s, Withdrawal, 1, ApproveCmd{By: "admin:1", At: noon})
		}, Then: eventsOf(approved)},
		{Name: "a transfer by hand", Given: eventsOf(funded, requested, manual, found), When: func(s State) ([]domain.Event, error) {
			return CompleteManually(s, Withdrawal, 1, completing("", "Budi", later), ByHand{})
		}, Refused: "not_manual"},
	})
}

func TestAdopt(t *testing.T) {
	t.Parallel()
	adopt := func(status report.Status, change func(*report.Payout)) decision {
		return func(s State) ([]domain.Event, error) {
			return Adopt(s, Withdrawal, 1, AdoptCmd{Record: recordAt(status, change), ProviderAPI: report.PayoutsV1, By: "admin:2", At: later})
		}
	}
	beside := func(status report.Status) decision {
		return func(s State) ([]domain.Event, error) {
			return Adopt(s, Withdrawal, 1, AdoptCmd{Record: recordAt(status, nil), ProviderAPI: report.PayoutsV1, Other: "prov-9", By: "admin:2", At: later})
		}
	}
	adopted := PayoutAdopted{
		Order: atXendit(withdrawal1), Reference: reference2, ProviderID: "prov-2", ProviderAPI: report.PayoutsV1, Attempt: 1, By: "admin:2", At: later,
	}
	completedBy, failedThere := completed, failed
	completedBy.ProviderID, failedThere.ProviderID = "prov-2", "prov-2"
	failedThere.Reason = "INVALID_DESTINATION"
	approvedSo, completedSo := approved, completedBy
	approvedSo.By, approvedSo.At, completedSo.ApprovedBy = "admin:2", later, "admin:2"
	again, own, afterTwo := submitted, adopted, adopted
	again.Attempt, own.Reference, afterTwo.Attempt = 2, reference1, 2
	floatSo := PayoutAttemptFailed{Order: atXendit(withdrawal1), Reference: reference2, ProviderID: "prov-2", Reason: FloatEmpty, At: later}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown", When: adopt(report.Completed, nil), Refused: "payout_not_found"},
		{Name: "ended", Given: failedPayout, When: adopt(report.Completed, nil), Refused: "not_processing"},
		{Name: "under another id", Given: acceptedPayout, When: adopt(report.Completed, nil), Refused: "not_manual"},
		{Name: "while another attempt is not known to have failed", Given: eventsOf(funded, requested, approved, submitted, found), When: adopt(report.Completed, nil), Refused: "attempt_under_way"},
		{Name: "of another payout", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Reference = "withdrawal-7-2-0ddba115" }), Refused: "invalid_field provider_id"},
		{Name: "of a settlement", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Reference = "settlement-7-1-0ddba115" }), Refused: "invalid_field provider_id"},
		{Name: "of another client", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Reference = "withdrawal-8-1-0ddba115" }), Refused: "invalid_field provider_id"},
		{Name: "of no payout", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Reference = "withdrawal-7-01-0ddba115" }), Refused: "invalid_field provider_id"},
		{Name: "of another amount", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Amount = rupiah.Of("49999") }), Refused: "invalid_field provider_id"},
		{Name: "to another bank", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Bank = "MANDIRI" }), Refused: "invalid_field provider_id"},
		{Name: "to another account", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) { r.AccountNumber = "1" }), Refused: "invalid_field provider_id"},
		{Name: "completed", Given: heldPayout, When: adopt(report.Completed, nil), Then: eventsOf(adopted, completedBy)},
		{Name: "completed, to the bank account that the provider tells", Given: heldPayout, When: adopt(report.Completed, func(r *report.Payout) {
			r.Bank, r.AccountNumber = "BCA", withdrawal1.AccountNumber
		}), Then: eventsOf(adopted, completedBy)},
		{Name: "under way", Given: heldPayout, When: adopt(report.Pending, nil), Then: eventsOf(adopted)},
		{Name: "failed", Given: heldPayout, When: adopt(report.Failed, func(r *report.Payout) { r.FailureCode = "INVALID_DESTINATION" }), Then: eventsOf(adopted, failedThere)},
		{Name: "failed for lack of float: it goes on", Given: heldPayout, When: adopt(report.Failed, func(r *report.Payout) { r.FailureCode = "INSUFFICIENT_BALANCE" }), Then: eventsOf(adopted, floatSo)},
		{Name: "failed, and the provider has another one", Given: heldPayout, When: beside(report.Failed), Refused: "found_at_provider"},
		{Name: "under way, and the provider has another one", Given: heldPayout, When: beside(report.Pending), Refused: "found_at_provider"},
		{Name: "completed, and the provider has another one", Given: heldPayout, When: beside(report.Completed), Then: eventsOf(adopted, completedBy)},
		{Name: "pending here", Given: eventsOf(funded, requested, found), When: adopt(report.Completed, nil), Then: eventsOf(approvedSo, adopted, completedSo)},
		{Name: "after an attempt that failed for good", Given: eventsOf(funded, requested, approved, submitted, accepted, floatEmpty, found), When: adopt(report.Completed, nil), Then: eventsOf(adopted, completedBy)},
		{Name: "the order of its own attempt, whose outcome is unknown", Given: unknownPayout, When: adopt(report.Completed, func(r *report.Payout) { r.Reference = reference1 }), Then: eventsOf(own, completedBy)},
		{Name: "after two attempts", Given: eventsOf(funded, requested, approved, submitted, unknown, again, floatEmpty, found), When: adopt(report.Pending, nil), Then: eventsOf(afterTwo)},
		{Name: "again, under way", Given: eventsOf(funded, requested, approved, found, adopted), When: adopt(report.Completed, nil)},
	})
}

// The same payout gets the same reference again. Its second reference, and that of another request under the
// same id, differ.
func TestReferencesFollowFromTheRequestAndTheirNumber(t *testing.T) {
	t.Parallel()
	first := ReferenceDigits("e1", 1, report.PayoutsV1)
	if again := ReferenceDigits("e1", 1, report.PayoutsV1); again != first {
		t.Errorf("%s, then %s", first, again)
	}
	for _, other := range []string{
		ReferenceDigits("e1", 2, report.PayoutsV1), ReferenceDigits("e2", 1, report.PayoutsV1), ReferenceDigits("e1", 1, report.PayoutsV2),
	} {
		if other == first {
			t.Errorf("%s twice", other)
		}
	}
	if _, _, _, ok := ParseReference(withdrawal1.NewReference(first)); !ok {
		t.Errorf("%s can't be read", first)
	}
}
