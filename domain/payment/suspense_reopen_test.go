package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"
)

var reopened = SuspenseReopened{
	Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), SuspenseID: 5, By: "admin:1", Reason: "refused", At: later,
}

func TestReopenSuspense(t *testing.T) {
	t.Parallel()
	reopen := func(id int64, reason string) decision {
		return func(s State) ([]domain.Event, error) { return ReopenSuspense(s, id, "admin:1", reason, later) }
	}
	byHand := refunded
	byHand.PaidFrom = RefundFromBank
	former := refunded
	former.PaidFrom = ""
	refunding := append(mismatchedPayment[:3:3], refunded)
	partBack := Reversed{
		Identity: identity("QRIS"), Reversal: reversalOf("pay-9", "rf-9", Refund, "50000"), SuspenseID: 5, PreviousStatus: StatusPending,
		FromSuspense: rupiah.Of("50000"), At: later,
	}
	rest := reopened
	rest.PaidAmount = rupiah.Of("100000")
	listed := partBack
	listed.Reversal, listed.FromSuspense = reversalOf("pay-9", "rf-9", Refund, "150000"), rupiah.Of("150000")
	unconfirmed := ReversalReported{Identity: identity("INVOICE"), Reversal: listed.Reversal, Unconfirmed: true, At: later}
	old := unconfirmed
	old.At = later.Add(-ReportBlocks)
	almostOld := unconfirmed
	almostOld.At = old.At.Add(1)
	given := func(more ...domain.Event) []domain.Event { return append(refunding[:4:4], more...) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: reopen(5, ""), Refused: "payment_not_found"},
		{Name: "no such money", Given: refunding, When: reopen(6, ""), Refused: "suspense_not_found"},
		{Name: "open", Given: mismatchedPayment, When: reopen(5, ""), Refused: "suspense_not_refunding"},
		{Name: "refunded by hand", Given: append(mismatchedPayment[:3:3], byHand), When: reopen(5, ""), Refused: "suspense_not_refunding"},
		{Name: "refunded by a former version", Given: append(mismatchedPayment[:3:3], former), When: reopen(5, ""), Refused: "suspense_not_refunding"},
		{Name: "released", Given: append(mismatchedPayment[:3:3], released), When: reopen(5, ""), Refused: "suspense_not_refunding"},
		{Name: "listed", Given: given(listed), When: reopen(5, ""), Refused: "suspense_not_refunding"},
		{Name: "without a reason", Given: refunding, When: reopen(5, ""), Refused: "invalid_field reason"},
		{Name: "a notification says that it was refunded", Given: given(unconfirmed), When: reopen(5, "refused"), Refused: "reversal_pending"},
		{Name: "it has said so for almost a day", Given: given(almostOld), When: reopen(5, "refused"), Refused: "reversal_pending"},
		{Name: "it has said so for a day", Given: given(old), When: reopen(5, "refused"), Then: eventsOf(reopened)},
		{Name: "a refund through the provider", Given: refunding, When: reopen(5, "refused"), Then: eventsOf(reopened)},
		{Name: "what is left", Given: given(partBack), When: reopen(5, "refused"), Then: eventsOf(rest)},
		{Name: "again", Given: given(reopened), When: reopen(5, "refused"), Refused: "suspense_not_refunding"},
		{Name: "again after another refund", Given: given(reopened, refunded), When: reopen(5, "refused"), Then: eventsOf(reopened)},
	})
}

func TestARefundThatIsListedAfterItWasGivenUp(t *testing.T) {
	t.Parallel()
	news := reversalOf("pay-9", "rf-9", Refund, "150000")
	list := func(s State) ([]domain.Event, error) { return Reverse(s, news, later) }
	given := func(more ...domain.Event) []domain.Event {
		return append(append(mismatchedPayment[:3:3], refunded, reopened), more...)
	}
	taken := Reversed{
		Identity: identity("QRIS"), Reversal: news, SuspenseID: 5, PreviousStatus: StatusPending, FromSuspense: rupiah.Of("150000"),
		SuspenseClosed: true, At: later,
	}
	byHand := refunded
	byHand.PaidFrom = RefundFromBank
	once := taken
	once.FromSuspense, once.SuspenseClosed = rupiah.Of("0"), false
	undecided := ReversalReported{Identity: identity("QRIS"), Reversal: news, Undecided: true, At: later}
	chargeback := news
	chargeback.Kind = Chargeback
	borne := Reversed{
		Identity: identity("QRIS"), Reversal: news, SuspenseID: 5, PreviousStatus: StatusPaid, ClientBears: rupiah.Of("150000"),
		FromUnsettled: tooMuchCharge.Net, At: later,
	}
	chargedBack := borne
	chargedBack.Reversal = chargeback
	assigned := ReversalAssigned{
		Identity: identity("QRIS"), ReversalID: "rf-9", SuspenseID: 5, ProviderPaymentID: "pay-9", By: "admin:1", Reason: "listed late", At: later,
	}
	borneAfter := borne
	borneAfter.Waited, borneAfter.WasUndecided = true, true
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "while it is open takes it out of suspense", Given: given(), When: list, Then: eventsOf(taken)},
		{Name: "after a refund by hand posts once", Given: given(byHand), When: list, Then: eventsOf(once)},
		{Name: "after a release waits for a person", Given: given(released, paidBySuspense), When: list, Then: eventsOf(undecided)},
		{
			Name: "after a release a chargeback is another one", Given: given(released, paidBySuspense), Then: eventsOf(chargedBack),
			When: func(s State) ([]domain.Event, error) { return Reverse(s, chargeback, later) },
		},
		{
			Name: "a person says that the client bears it", Given: given(released, paidBySuspense, undecided), Then: eventsOf(assigned, borneAfter),
			When: func(s State) ([]domain.Event, error) {
				return AssignReversal(s, AssignCmd{ReversalID: "rf-9", PaymentID: "pay-9", By: "admin:1", Reason: "listed late", At: later})
			},
		},
	})
}
