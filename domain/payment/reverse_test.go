package payment

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/report"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

func TestReverse(t *testing.T) {
	t.Parallel()
	reverse := func(news Reversal) decision {
		return func(s State) ([]domain.Event, error) { return Reverse(s, news, later) }
	}
	paidQRIS := eventsOf(requested, opened, paidHeld)
	twice := append(paidQRIS[:3:3], secondPayment)
	of := func(given []domain.Event, more ...domain.Event) []domain.Event {
		return append(given[:len(given):len(given)], more...)
	}
	reversed := func(news Reversal, bears, fromUnsettled string) Reversed {
		return Reversed{
			Identity: identity("QRIS"), Reversal: news, PreviousStatus: StatusPaid,
			ClientBears: rupiah.Of(bears), FromUnsettled: rupiah.Of(fromUnsettled), At: later,
		}
	}
	contradicted := func(news Reversal, word string) ReversalContradicted {
		return ReversalContradicted{Identity: identity("QRIS"), Reversal: news, PreviousStatus: StatusPaid, Contradiction: word, At: later}
	}
	void, refund70, second30 := reversal("v-1", Void, "100000"), reversal("rf-2", Refund, "70000"), reversal("rf-2", Refund, "30000")
	voided := reversed(void, "99300", "99300")
	voided.Fee, voided.VAT = byQRIS.Fee, byQRIS.VAT
	unnamedVoid := reversal("v-1", Void, "0")
	unnamedVoid.ProviderPaymentID = ""
	voidedUnnamed := voided
	voidedUnnamed.ProviderPaymentID = ""
	settledRefund := reversed(refund30.Reversal, "30000", "0")
	settledRefund.PreviousStatus = StatusSettled
	ofSuspense := reversalOf("pay-9", "rf-9", Refund, "50000")
	refundedBefore := takenFromSuspense
	refundedBefore.FromSuspense = decimal.Zero
	paidByHand := refunded
	paidByHand.PaidFrom = RefundFromBank
	chargedBackSuspense := takenFromSuspense
	chargedBackSuspense.Kind = Chargeback
	ofSecond := reversalOf("pay-2", "cb-2", Chargeback, "100000")
	secondShrunk := Reversed{
		Identity: identity("QRIS"), Reversal: ofSecond, SuspenseID: 6, PreviousStatus: StatusPaid, FromSuspense: rupiah.Of("100000"), SuspenseClosed: true, At: later,
	}
	secondTaken := reversed(ofSecond, "100000", "99300")
	secondTaken.SuspenseID = 6
	unnamed := func(amount string) Reversal { return reversalOf("", "rf-u", Refund, amount) }
	askedFor := SuspenseRefunded{Identity: identity("QRIS"), Receipt: receiptOf("pay-2", "100000"), SuspenseID: 6, PaidFrom: RefundFromProvider}
	refundedByHand := askedFor
	refundedByHand.PaidFrom = RefundFromBank
	undecided := func(news Reversal) ReversalReported {
		return ReversalReported{Identity: identity("QRIS"), Reversal: news, Undecided: true, At: later}
	}
	charged := func(kind, amount string) Reversal { return reversalOf("", "cb-u", kind, amount) }
	voidedSecond := reversalOf("pay-2", "v-s", Void, "100000")
	chargedBackSecond := reversalOf("pay-2", "cb-s", Chargeback, "100000")
	unnamedOfSuspense := ofSuspense
	unnamedOfSuspense.ProviderPaymentID = ""
	closedUnnamed := takenFromSuspense
	closedUnnamed.ProviderPaymentID = ""
	undecided30 := undecided(unnamed("30000"))
	decided30 := reversed(reversalOf("pay-1", "rf-u", Refund, "30000"), "30000", "30000")
	decided30.Waited, decided30.WasUndecided = true, true
	allOfFirst := reversed(reversal("rf-1", Refund, "100000"), "100000", "99300")
	undecidedCharge := undecided(charged(Chargeback, "30000"))
	chargeOfSecond := secondShrunk
	chargeOfSecond.Reversal, chargeOfSecond.FromSuspense, chargeOfSecond.SuspenseClosed = undecidedCharge.Reversal, rupiah.Of("30000"), false
	chargeOfSecond.Waited, chargeOfSecond.WasUndecided = true, true
	unconfirmedSecond := Reported{Identity: identity("QRIS"), News: News{Receipt: receiptOf("pay-2", "100000"), Status: report.Paid}, At: later}
	waitsForSecond := undecided(unnamed("30000"))
	waitsForSecond.Undecided = false
	byInvoice := reversalOf("prov-1", "rf-i", Refund, "30000")
	waiting := ReversalReported{Identity: identity("INVOICE"), Reversal: refund30.Reversal, At: later}
	unknownMoney := reversalOf("pay-7", "rf-7", Refund, "10000")
	unknownPaid := ReversalReported{Identity: identity("QRIS"), Reversal: unknownMoney, At: later}

	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: reverse(Reversal{}), Refused: "payment_not_found"},
		{Name: "without an id of the reversal", Given: paidQRIS, When: reverse(reversal("", Refund, "1")), Refused: "invalid_field reversal_id"},
		{Name: "of an unknown kind", Given: paidQRIS, When: reverse(reversal("x", "theft", "1")), Refused: "invalid_field kind"},
		{Name: "a part, out of what is unsettled", Given: paidQRIS, When: reverse(refund30.Reversal), Then: eventsOf(refund30)},
		{Name: "the same again", Given: of(paidQRIS, refund30), When: reverse(refund30.Reversal)},
		{Name: "all, of which only the net amount is unsettled", Given: paidQRIS, When: reverse(chargedBack.Reversal), Then: eventsOf(chargedBack)},
		{Name: "the rest after a part", Given: of(paidQRIS, refund30), When: reverse(refund70), Then: eventsOf(reversed(refund70, "70000", "69300"))},
		{Name: "more than is left", Given: of(paidQRIS, chargedBack), When: reverse(second30), Then: eventsOf(contradicted(second30, MoreThanPaid))},
		{Name: "that contradiction again", Given: of(paidQRIS, chargedBack, contradicted(second30, MoreThanPaid)), When: reverse(second30)},
		{Name: "of nothing", Given: paidQRIS, When: reverse(reversal("r", Refund, "0")), Then: eventsOf(contradicted(reversal("r", Refund, "0"), NotWhole))},
		{Name: "not whole rupiah", Given: paidQRIS, When: reverse(reversal("r", Refund, "0.5")), Then: eventsOf(contradicted(reversal("r", Refund, "0.5"), NotWhole))},
		{Name: "a void gives fee and VAT back", Given: paidQRIS, When: reverse(void), Then: eventsOf(voided)},
		{Name: "a void without an amount and an id of the money", Given: paidQRIS, When: reverse(unnamedVoid), Then: eventsOf(voidedUnnamed)},
		{Name: "a void again, under another id", Given: of(paidQRIS, voided), When: reverse(reversal("v-2", Void, "100000"))},
		{Name: "a void of a part", Given: paidQRIS, When: reverse(reversal("v", Void, "1")), Then: eventsOf(contradicted(reversal("v", Void, "1"), OtherAmount))},
		{Name: "a void after a refund of a part", Given: of(paidQRIS, refund30), When: reverse(void), Then: eventsOf(contradicted(void, VoidAfterReversal))},
		{Name: "after the end of the hold nothing is unsettled", Given: of(paidQRIS, holdEnded), When: reverse(refund30.Reversal), Then: eventsOf(reversed(refund30.Reversal, "30000", "0"))},
		{Name: "after SETTLED nothing is unsettled", Given: of(paidQRIS, settledHeld), When: reverse(refund30.Reversal), Then: eventsOf(settledRefund)},
		{Name: "of money in suspense shrinks it", Given: mismatchedPayment, When: reverse(ofSuspense), Then: eventsOf(takenFromSuspense)},
		{Name: "of money that was paid back by hand moves nothing more", Given: of(mismatchedPayment, paidByHand), When: reverse(ofSuspense), Then: eventsOf(refundedBefore)},
		{Name: "of money that the provider was to refund takes it out of suspense", Given: of(mismatchedPayment, refunded), When: reverse(ofSuspense), Then: eventsOf(takenFromSuspense)},
		{Name: "of a second payment in suspense", Given: twice, When: reverse(ofSecond), Then: eventsOf(secondShrunk)},
		{Name: "of a second payment that was released", Given: of(twice, releasedSecond), When: reverse(ofSecond), Then: eventsOf(secondTaken)},
		{Name: "in no money's name, where one fits", Given: twice, When: reverse(charged(Refund, "150000")), Then: eventsOf(contradicted(charged(Refund, "150000"), MoreThanPaid))},
		{Name: "in no money's name, of the only money", Given: mismatchedPayment, When: reverse(unnamedOfSuspense), Then: eventsOf(closedUnnamed)},
		{Name: "in no money's name, where two fit, a person decides", Given: twice, When: reverse(unnamed("30000")), Then: eventsOf(undecided30)},
		{Name: "that news again", Given: of(twice, undecided30), When: reverse(unnamed("30000"))},
		{Name: "that news with a name", Given: of(twice, undecided30), When: reverse(reversalOf("pay-1", "rf-u", Refund, "30000")), Then: eventsOf(decided30)},
		{Name: "that all of one money went back does not say that it is of the other", Given: of(twice, undecided30), When: reverse(allOfFirst.Reversal), Then: eventsOf(allOfFirst)},
		{Name: "nor does it if it went back before", Given: of(twice, allOfFirst), When: reverse(unnamed("30000")), Then: eventsOf(undecided30)},
		{Name: "a chargeback is of the only money that is left", Given: of(twice, undecidedCharge), When: reverse(allOfFirst.Reversal), Then: eventsOf(allOfFirst, chargeOfSecond)},
		{Name: "in the name of an invoice that was paid twice, a person decides", Given: twice, When: reverse(byInvoice), Then: eventsOf(undecided(byInvoice))},
		{Name: "in no money's name, also of a refund that the provider was asked for", Given: of(twice, askedFor), When: reverse(unnamed("100000")), Then: eventsOf(undecided(unnamed("100000")))},
		{Name: "in no money's name, also of what was refunded by hand", Given: of(twice, refundedByHand), When: reverse(unnamed("100000")), Then: eventsOf(undecided(unnamed("100000")))},
		{Name: "in no money's name, while other money waits to be confirmed", Given: of(paidQRIS, unconfirmedSecond), When: reverse(unnamed("30000")), Then: eventsOf(waitsForSecond)},
		{Name: "a chargeback in no money's name", Given: of(twice, refundedByHand), When: reverse(charged(Chargeback, "100000")), Then: eventsOf(undecided(charged(Chargeback, "100000")))},
		{Name: "a chargeback is not the listing of a refund by hand", Given: of(twice, refundedByHand), When: reverse(chargedBackSecond), Then: eventsOf(contradicted(chargedBackSecond, RefundedByHand))},
		{Name: "a void is not the listing of a refund by hand", Given: of(twice, refundedByHand), When: reverse(voidedSecond), Then: eventsOf(contradicted(voidedSecond, RefundedByHand))},
		{Name: "a chargeback of money in suspense", Given: mismatchedPayment, When: reverse(reversalOf("pay-9", "rf-9", Chargeback, "50000")), Then: eventsOf(chargedBackSuspense)},
		{Name: "before PAID it waits", Given: openPayment, When: reverse(refund30.Reversal), Then: eventsOf(waiting)},
		{Name: "waiting news again", Given: of(openPayment, waiting), When: reverse(refund30.Reversal)},
		{Name: "of money that did not come waits beside a payment that is PAID", Given: paidQRIS, When: reverse(unknownMoney), Then: eventsOf(unknownPaid)},
	})
}

func TestAReversalThatWaitsIsDecidedWhenItsMoneyComes(t *testing.T) {
	t.Parallel()
	waiting := ReversalReported{Identity: identity("INVOICE"), Reversal: refund30.Reversal, At: noon}
	ofSuspense := ReversalReported{Identity: identity("INVOICE"), Reversal: takenFromSuspense.Reversal, At: noon}
	tooMuchNews := ReversalReported{Identity: identity("INVOICE"), Reversal: reversal("rf-3", Refund, "100001"), At: noon}
	pay := func(paymentID, amount string) decision {
		return func(s State) ([]domain.Event, error) {
			return Pay(s, PayCmd{Receipt: receiptOf(paymentID, amount), ChannelCode: "QRIS", SuspenseID: 5, At: later})
		}
	}
	paidLater, suspendedLater := paidHeld, tooMuch
	paidLater.At, suspendedLater.At = later, later
	waited30, waitedSuspense := refund30, takenFromSuspense
	waited30.Waited, waitedSuspense.Waited = true, true
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a part", Given: append(openPayment[:2:2], waiting), When: pay("pay-1", "100000"), Then: eventsOf(paidLater, waited30)},
		{Name: "of other money", Given: append(openPayment[:2:2], ofSuspense), When: pay("pay-1", "100000"), Then: eventsOf(paidLater)},
		{Name: "of money that goes to suspense", Given: append(openPayment[:2:2], ofSuspense), When: pay("pay-9", "150000"), Then: eventsOf(suspendedLater, waitedSuspense)},
		{
			Name: "two, of which one does not fit", Given: append(openPayment[:2:2], waiting, tooMuchNews), When: pay("pay-1", "100000"),
			Then: eventsOf(paidLater, waited30, ReversalContradicted{
				Identity: identity("QRIS"), Reversal: tooMuchNews.Reversal, PreviousStatus: StatusPaid, Contradiction: MoreThanPaid, Waited: true, At: later,
			}),
		},
		{
			Name: "with its SETTLED, which frees what is left", Given: append(openPayment[:2:2], waiting), When: settle("pay-1", "100000", "QRIS", 0),
			Then: eventsOf(paidLater, waited30, func() Settled { s := settledHeld; s.FromUnsettled = rupiah.Of("69300"); return s }()),
		},
	})
	state := Aggregate.Fold(State{}, append(openPayment[:2:2], waiting, paidHeld, refund30)...)
	if len(state.WaitingReversals) != 0 {
		t.Errorf("still waits: %+v", state.WaitingReversals)
	}
}

func TestANotificationOfAReversalMovesNothingUntilTheProvidersBooksSaySo(t *testing.T) {
	t.Parallel()
	news := refund30.Reversal
	reported := ReversalReported{Identity: identity("QRIS"), Reversal: news, Unconfirmed: true, At: later}
	inBooks := news
	inBooks.ProviderPaymentID = "" // the books name only the refund, and the notification names its money
	confirmed := refund30
	confirmed.Waited = true
	tell := func(s State) ([]domain.Event, error) { return ReportReversal(s, news, later) }
	book := func(s State) ([]domain.Event, error) { return Reverse(s, inBooks, later) }
	paidQRIS := eventsOf(requested, opened, paidHeld)
	twice := append(paidQRIS[:3:3], secondPayment)
	bookedFirst := ReversalReported{Identity: identity("QRIS"), Reversal: inBooks, Undecided: true, At: later}
	confirmedLater := confirmed
	confirmedLater.WasUndecided = true
	unpaid := reported
	unpaid.Identity = identity("INVOICE")
	booked := ReversalReported{Identity: identity("INVOICE"), Reversal: news, Waited: true, At: later}
	paidLater := paidHeld
	paidLater.At = later
	pay := func(s State) ([]domain.Event, error) {
		return Pay(s, PayCmd{Receipt: receiptOf("pay-1", "100000"), ChannelCode: "QRIS", At: later})
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: tell, Refused: "payment_not_found"},
		{Name: "of a paid payment", Given: paidQRIS, When: tell, Then: eventsOf(reported)},
		{Name: "again", Given: append(paidQRIS[:3:3], reported), When: tell},
		{Name: "after the books", Given: append(paidQRIS[:3:3], refund30), When: tell},
		{Name: "the books say it, too", Given: append(paidQRIS[:3:3], reported), When: book, Then: eventsOf(confirmed)},
		{Name: "PAID does not confirm it", Given: append(openPayment[:2:2], unpaid), When: pay, Then: eventsOf(paidLater)},
		{Name: "the books say it before PAID", Given: append(openPayment[:2:2], unpaid), When: book, Then: eventsOf(booked)},
		{Name: "of two payments, the one that the notification named", Given: append(twice[:4:4], reported), When: book, Then: eventsOf(confirmed)},
		{Name: "of two payments, the books first", Given: append(twice[:4:4], bookedFirst), When: tell, Then: eventsOf(confirmedLater)},
		{Name: "the books say it again before PAID", Given: append(openPayment[:2:2], unpaid, booked), When: book},
	})
}

func TestTheReversalsOfAPaymentAreLimitedInNumber(t *testing.T) {
	t.Parallel()
	s := Aggregate.Fold(State{}, requested, opened, paidHeld)
	for n := range MaxReversals {
		events, err := Reverse(s, reversal(fmt.Sprint("rf-", n), Refund, "1"), later)
		if err != nil {
			t.Fatal(n, err)
		}
		s = Aggregate.Fold(s, events...)
	}
	if _, err := Reverse(s, reversal("one more", Refund, "1"), later); domaintest.Refusal(err) != "too_many_reversals" {
		t.Errorf("one more than %d: %v", MaxReversals, err)
	}
	if events, err := Reverse(s, reversal("rf-0", Refund, "1"), later); err != nil || len(events) > 0 {
		t.Errorf("the first again: %v %v", events, err)
	}
}

func TestEndHold(t *testing.T) {
	t.Parallel()
	end := func(cmd EndHoldCmd) decision {
		return func(s State) ([]domain.Event, error) {
			cmd.By, cmd.At = "admin:1", later
			return EndHold(s, cmd)
		}
	}
	all, soon := end(EndHoldCmd{Reason: "agreed"}), end(EndHoldCmd{Reason: "agreed", PaidUntil: noon.Add(-1)})
	rest := holdEnded
	rest.FromUnsettled = rupiah.Of("69300")
	second := holdEnded
	second.SuspenseID = 6
	paidQRIS := eventsOf(requested, opened, paidHeld)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: all, Refused: "payment_not_found"},
		{Name: "without a reason", Given: paidQRIS, When: end(EndHoldCmd{}), Refused: "invalid_field reason"},
		{Name: "not paid", Given: openPayment, When: all, Refused: "not_held"},
		{Name: "not held", Given: paidPayment, When: all, Refused: "not_held"},
		{Name: "held", Given: paidQRIS, When: all, Then: eventsOf(holdEnded)},
		{Name: "twice", Given: append(paidQRIS[:3:3], holdEnded), When: all, Refused: "not_held"},
		{Name: "SETTLED", Given: append(paidQRIS[:3:3], settledHeld), When: all, Refused: "not_held"},
		{Name: "what is left after a reversal", Given: append(paidQRIS[:3:3], refund30), When: all, Then: eventsOf(rest)},
		{Name: "all was taken back", Given: append(paidQRIS[:3:3], chargedBack), When: all, Refused: "not_held"},
		{Name: "a second payment, too", Given: append(paidQRIS[:3:3], secondPayment, releasedSecond), When: all, Then: eventsOf(holdEnded, second)},
		{Name: "paid later than asked for", Given: paidQRIS, When: soon, Refused: "not_held"},
		{Name: "paid at that moment", Given: paidQRIS, When: end(EndHoldCmd{Reason: "agreed", PaidUntil: noon}), Then: eventsOf(holdEnded)},
	})
}

func TestAFormerSettledEventFreesAHeldCreditAsAWhole(t *testing.T) {
	t.Parallel()
	former := SettledV1{Identity: identity("QRIS"), Receipt: receiptOf("pay-1", "100000"), Charge: byQRIS, PreviousStatus: StatusPaid, Held: true, At: later}
	domaintest.Same(t, eventsOf(settledHeld), eventsOf(former.Upgraded()))
	former.Held = false
	if e := former.Upgraded().(Settled); !e.FromUnsettled.IsZero() {
		t.Errorf("a credit that was not held frees %s", e.FromUnsettled)
	}
}
