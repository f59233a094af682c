package balance

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// provided returns a report that fits withdrawal1, changed by the case.
func provided(status report.Status, change ...func(*report.Payout)) report.Payout {
	r := report.Payout{Connection: "xendit", ProviderID: "prov-1", Reference: reference1, Status: status, Amount: rupiah.Of("50000"), UpdatedAt: noon}
	for _, c := range change {
		c(&r)
	}
	return r
}

func foreignID(r *report.Payout)      { r.ProviderID = "prov-2" }
func oneRupiah(r *report.Payout)      { r.Amount = rupiah.Of("1") }
func foreignAccount(r *report.Payout) { r.AccountNumber = "999" }
func foreignRef(r *report.Payout)     { r.Reference = "withdrawal-7-1-0badcafe" }
func noReference(r *report.Payout)    { r.Reference = "withdrawal-7-1" }
func noFloat(r *report.Payout)        { r.FailureCode = "INSUFFICIENT_BALANCE" }
func noTime(r *report.Payout)         { r.UpdatedAt = time.Time{} }
func ownAccount(r *report.Payout)     { r.AccountNumber = withdrawal1.AccountNumber }
func closedAccount(r *report.Payout)  { r.FailureCode = "closed account" }

func contradicting(here, contradiction string, r report.Payout) PayoutContradicted {
	return PayoutContradicted{Order: atXendit(withdrawal1), Reported: reportedOf(r), Here: here, Contradiction: contradiction, At: later}
}

// late returns the same for a payout that ended, whose bank account is not remembered.
func late(here, contradiction string, r report.Payout) PayoutContradicted {
	e := contradicting(here, contradiction, r)
	e.Order = reversed.Order
	return e
}

// reversedBy adds the reference of the record that reported the reversal.
func reversedBy(e PayoutReversed) PayoutReversed {
	e.Attempt = reference1
	return e
}

func TestTheProvidersOwnRecordCountsOnlyWhereItFits(t *testing.T) {
	t.Parallel()
	take := func(r report.Payout) decision {
		return func(s State) ([]domain.Event, error) { return TakeReport(s, Withdrawal, 1, r, later) }
	}
	acceptedLater := accepted
	acceptedLater.At = later
	attemptFailed := floatEmpty
	attemptFailed.At = later
	foreign := provided(report.Completed, foreignID)
	known := eventsOf(funded, requested, approved, submitted, accepted, contradicting(StatusProcessing, OtherProviderID, foreign))
	failedWithout, completedNow, older := failed, completed, submitted
	failedWithout.Reason = string(report.Failed)
	completedNow.TransferAt = later
	older.Reference, older.IdempotencyKey = "", "withdrawal-7-1"
	olderCompleted := eventsOf(funded, requested, approved, older, accepted, completed)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown id", When: take(provided(report.Completed)), Refused: "payout_not_found"},
		{Name: "pending", Given: submittedPayout, When: take(provided(report.Pending)), Then: eventsOf(acceptedLater)},
		{Name: "completed", Given: acceptedPayout, When: take(provided(report.Completed)), Then: eventsOf(completed)},
		{Name: "failed", Given: acceptedPayout, When: take(provided(report.Failed, closedAccount)), Then: eventsOf(failed)},
		{Name: "failed for lack of float", Given: acceptedPayout, When: take(provided(report.Failed, noFloat)), Then: eventsOf(attemptFailed)},
		{Name: "that attempt again", Given: floatPayout, When: take(provided(report.Failed, noFloat))},
		{Name: "that attempt completed", Given: floatPayout, When: take(provided(report.Completed)), Then: eventsOf(contradicting(StatusProcessing, OtherReference, provided(report.Completed)))},
		{Name: "completed, other id", Given: acceptedPayout, When: take(foreign), Then: eventsOf(contradicting(StatusProcessing, OtherProviderID, foreign))},
		{Name: "completed, other id, again", Given: known, When: take(foreign)},
		{Name: "completed, other amount", Given: acceptedPayout, When: take(provided(report.Completed, oneRupiah)), Then: eventsOf(contradicting(StatusProcessing, OtherAmount, provided(report.Completed, oneRupiah)))},
		{Name: "completed, other account", Given: acceptedPayout, When: take(provided(report.Completed, foreignAccount)), Then: eventsOf(contradicting(StatusProcessing, OtherAccount, provided(report.Completed, foreignAccount)))},
		{Name: "completed, other reference", Given: acceptedPayout, When: take(provided(report.Completed, foreignRef)), Then: eventsOf(contradicting(StatusProcessing, OtherReference, provided(report.Completed, foreignRef)))},
		{Name: "failed, other id", Given: acceptedPayout, When: take(provided(report.Failed, foreignID)), Then: eventsOf(contradicting(StatusProcessing, OtherProviderID, provided(report.Failed, foreignID)))},
		{Name: "never sent", Given: processingPayout, When: take(provided(report.Completed)), Then: eventsOf(contradicting(StatusProcessing, NotSubmitted, provided(report.Completed)))},
		{Name: "never sent, and failed", Given: processingPayout, When: take(provided(report.Failed))},
		{Name: "older news of an attempt that failed for lack of float", Given: floatPayout, When: take(provided(report.Pending))},
		{Name: "an earlier attempt failed while another one is under way", Given: acceptedPayout, When: take(provided(report.Failed, foreignRef))},
		{Name: "reversed before it was known to be completed", Given: acceptedPayout, When: take(provided(report.Reversed, closedAccount)), Then: eventsOf(failed)},
		{Name: "failed without a code", Given: acceptedPayout, When: take(provided(report.Failed)), Then: eventsOf(failedWithout)},
		{Name: "completed at a time that is not told", Given: acceptedPayout, When: take(provided(report.Completed, noTime)), Then: eventsOf(completedNow)},
		{Name: "completed, to the account that the provider tells", Given: acceptedPayout, When: take(provided(report.Completed, ownAccount)), Then: eventsOf(completed)},
		{Name: "no status of a payout", Given: acceptedPayout, When: take(provided(report.Paid)), Refused: "invalid_field status"},
		{Name: "completed again", Given: completedPayout, When: take(provided(report.Completed))},
		{Name: "completed under another reference", Given: completedPayout, When: take(provided(report.Completed, foreignRef)), Then: eventsOf(late(StatusCompleted, OtherReference, provided(report.Completed, foreignRef)))},
		{Name: "completed again, other amount", Given: completedPayout, When: take(provided(report.Completed, oneRupiah)), Then: eventsOf(late(StatusCompleted, OtherAmount, provided(report.Completed, oneRupiah)))},
		{Name: "completed by an older event's reference", Given: olderCompleted, When: take(provided(report.Completed, noReference))},
		{Name: "pending after completed, other id", Given: completedPayout, When: take(provided(report.Pending, foreignID)), Then: eventsOf(late(StatusCompleted, OtherProviderID, provided(report.Pending, foreignID)))},
		{Name: "failed after completed", Given: completedPayout, When: take(provided(report.Failed, func(r *report.Payout) { r.FailureCode = "returned" })), Then: eventsOf(reversedBy(reversed))},
		{Name: "completed again after it was reversed", Given: reversedPayout, When: take(provided(report.Completed))},
		{Name: "failed after it was reversed", Given: reversedPayout, When: take(provided(report.Failed))},
		{Name: "reversed after failed", Given: failedPayout, When: take(provided(report.Reversed))},
		{Name: "pending after failed, other id", Given: failedPayout, When: take(provided(report.Pending, foreignID)), Then: eventsOf(late(StatusFailed, EndedOtherwise, provided(report.Pending, foreignID)))},
		{Name: "completed again, other id", Given: completedPayout, When: take(foreign), Then: eventsOf(late(StatusCompleted, OtherProviderID, foreign))},
		{Name: "pending after completed", Given: completedPayout, When: take(provided(report.Pending))},
		{Name: "reversed", Given: completedPayout, When: take(provided(report.Reversed, func(r *report.Payout) { r.FailureCode = "returned" })), Then: eventsOf(reversedBy(reversed))},
		{Name: "reversed, other amount", Given: completedPayout, When: take(provided(report.Reversed, oneRupiah)), Then: eventsOf(late(StatusCompleted, OtherAmount, provided(report.Reversed, oneRupiah)))},
		{Name: "failed after completed, other id", Given: completedPayout, When: take(provided(report.Failed, foreignID)), Then: eventsOf(late(StatusCompleted, OtherProviderID, provided(report.Failed, foreignID)))},
		{Name: "an earlier attempt failed", Given: completedPayout, When: take(provided(report.Failed, foreignRef))},
		{Name: "reversed again", Given: reversedPayout, When: take(provided(report.Reversed))},
		{Name: "completed after failed", Given: failedPayout, When: take(provided(report.Completed)), Then: eventsOf(late(StatusFailed, EndedOtherwise, provided(report.Completed)))},
		{Name: "failed again", Given: failedPayout, When: take(provided(report.Failed))},
		{Name: "older news after failed", Given: failedPayout, When: take(provided(report.Pending))},
		{Name: "the provider has what a person ended", Given: byHandPayout, When: take(provided(report.Pending)), Then: eventsOf(late(StatusCompleted, EndedOtherwise, provided(report.Pending)))},
		{Name: "a person completed it, the provider failed it", Given: byHandPayout, When: take(provided(report.Failed))},
		{Name: "cancelled", Given: cancelledPayout, When: take(provided(report.Completed, noReference)), Then: eventsOf(late(StatusCancelled, EndedOtherwise, provided(report.Completed, noReference)))},
	})
}

func TestANotificationMovesNoMoney(t *testing.T) {
	t.Parallel()
	take := func(r report.Payout) decision {
		return func(s State) ([]domain.Event, error) { return TakeNotification(s, Withdrawal, 1, r, later) }
	}
	reported := func(o Order, r report.Payout) PayoutReported {
		return PayoutReported{Order: atXendit(o), Reported: reportedOf(r), ProviderAPI: report.PayoutsV1, At: later}
	}
	disbelieve := func(s State) ([]domain.Event, error) { return Disbelieve(s, Withdrawal, 1, later) }
	paid, bounced := provided(report.Completed), provided(report.Failed)
	waiting := append(acceptedPayout[:len(acceptedPayout):len(acceptedPayout)], reported(withdrawal1, paid))
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "unknown id", When: take(paid), Refused: "payout_not_found"},
		{Name: "completed", Given: acceptedPayout, When: take(paid), Then: eventsOf(reported(withdrawal1, paid))},
		{Name: "completed, of an unknown one", Given: unknownPayout, When: take(paid), Then: eventsOf(reported(withdrawal1, paid))},
		{Name: "completed, repeated", Given: waiting, When: take(paid)},
		{Name: "failed instead", Given: waiting, When: take(bounced), Then: eventsOf(reported(withdrawal1, bounced))},
		{Name: "completed, known", Given: completedPayout, When: take(paid)},
		{Name: "failed after completed", Given: completedPayout, When: take(bounced), Then: eventsOf(reported(reversed.Order, bounced))},
		{Name: "completed after failed", Given: failedPayout, When: take(paid), Then: eventsOf(reported(reversed.Order, paid))},
		{Name: "other id", Given: acceptedPayout, When: take(provided(report.Failed, foreignID)), Then: eventsOf(contradicting(StatusProcessing, OtherProviderID, provided(report.Failed, foreignID)))},
		{Name: "other amount", Given: acceptedPayout, When: take(provided(report.Completed, oneRupiah)), Then: eventsOf(contradicting(StatusProcessing, OtherAmount, provided(report.Completed, oneRupiah)))},
		{Name: "nothing to disbelieve", Given: acceptedPayout, When: disbelieve},
		{Name: "not confirmed", Given: waiting, When: disbelieve, Then: eventsOf(contradicting(StatusProcessing, NotConfirmed, paid))},
		{Name: "not confirmed, once", Given: append(waiting[:len(waiting):len(waiting)], contradicting(StatusProcessing, NotConfirmed, paid)), When: disbelieve},
		{Name: "confirmed", Given: append(waiting[:len(waiting):len(waiting)], completed), When: disbelieve},
	})
}
