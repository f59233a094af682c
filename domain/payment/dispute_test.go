package payment

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/file"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// The dispute of the whole QRIS payment, and what becomes of it.
var (
	dueBy   = noon.Add(7 * 24 * time.Hour)
	dispute = DisputeOrder{
		DisputeID: 3, ProviderDisputeID: "dsp-1", ProviderPaymentID: "pay-1", Amount: rupiah.Of("100000"), FromUnsettled: byQRIS.Net,
		Reason: "fraud", DueBy: dueBy, OpenedAt: later,
	}
	disputed      = DisputeOpened{Identity: identity("QRIS"), DisputeOrder: dispute, By: ByProvider, At: later}
	answer        = Evidence{Text: "It was delivered.", Files: []file.Ref{{Hash: "ab", Name: "a.pdf", Type: file.PDF, Size: 9}}}
	answered      = DisputeAnswered{Identity: identity("QRIS"), DisputeOrder: dispute, Evidence: answer, By: "owner", At: later}
	forwarded     = DisputeForwarded{Identity: identity("QRIS"), DisputeOrder: dispute, Previous: DisputeStatusNeedsResponse, By: "admin:1", At: later}
	accepted      = DisputeAccepted{Identity: identity("QRIS"), DisputeOrder: dispute, By: "owner", At: later}
	unanswered    = DisputeExpired{Identity: identity("QRIS"), DisputeOrder: dispute, At: dueBy}
	disputedQRIS  = eventsOf(requested, opened, paidHeld, disputed)
	settledInIt   = Settled{Identity: identity("QRIS"), Receipt: receiptOf("pay-1", "100000"), Charge: byQRIS, PreviousStatus: StatusPaid, Held: true, At: later}
	takenByIt     = chargedBackOf("cb-1", "100000", "0", "0")
	returnedOfWon = ReversalReturned{
		Identity: identity("QRIS"), Reversal: reversal("cb-1", Chargeback, "100000"), DisputeID: 3, ClientGets: rupiah.Of("100000"),
		Code: "dispute_won", At: later,
	}
)

// chargedBackOf is the chargeback of the dispute.
func chargedBackOf(id, amount, fromUnsettled, toUnsettled string) Reversed {
	return Reversed{
		Identity: identity("QRIS"), Reversal: reversal(id, Chargeback, amount), DisputeID: 3, PreviousStatus: StatusPaid,
		ClientBears: rupiah.Of(amount), FromUnsettled: rupiah.Of(fromUnsettled), ToUnsettled: rupiah.Of(toUnsettled),
		HeldSince: heldSinceNoon(toUnsettled), At: later,
	}
}

func decidedAs(outcome, previous, released, toUnsettled string) DisputeDecided {
	return DisputeDecided{
		Identity: identity("QRIS"), DisputeOrder: dispute, Outcome: outcome, Previous: previous, Released: rupiah.Of(released),
		ToUnsettled: rupiah.Of(toUnsettled), HeldSince: heldSinceNoon(toUnsettled), By: "admin:1", At: later,
	}
}

func heldSinceNoon(toUnsettled string) time.Time {
	if toUnsettled == "0" {
		return time.Time{}
	}
	return noon
}

func TestOpenDispute(t *testing.T) {
	t.Parallel()
	cmd := OpenDisputeCmd{DisputeID: 3, ProviderDisputeID: "dsp-1", Reason: "fraud", DueBy: dueBy, By: ByProvider, At: later}
	open := func(change func(*OpenDisputeCmd)) decision {
		return func(s State) ([]domain.Event, error) {
			c := cmd
			change(&c)
			return OpenDispute(s, c)
		}
	}
	asIs := func(*OpenDisputeCmd) {}
	amount := func(a string) func(*OpenDisputeCmd) {
		return func(c *OpenDisputeCmd) { c.Amount = rupiah.Of(a) }
	}
	capped := func(c *OpenDisputeCmd) { c.Amount, c.Capped = rupiah.Of("200000"), true }
	lost := func(c *OpenDisputeCmd) { c.Lost = true }
	lostPart := func(c *OpenDisputeCmd) { c.Lost, c.Amount = true, rupiah.Of("40000") }
	another := func(c *OpenDisputeCmd) { c.DisputeID, c.ProviderDisputeID = 4, "dsp-2" }
	paidQRIS := eventsOf(requested, opened, paidHeld)
	part, rest, second := disputed, disputed, disputed
	part.DisputeOrder.Amount, part.FromUnsettled = rupiah.Of("40000"), rupiah.Of("40000")
	rest.DisputeOrder.Amount, rest.FromUnsettled = rupiah.Of("70000"), rupiah.Of("69300")
	second.DisputeID, second.ProviderDisputeID = 4, "dsp-2"
	settledMoney := disputed
	settledMoney.FromUnsettled = decimal.Zero
	released := disputed
	released.SuspenseID, released.ProviderPaymentID = 6, "pay-2"
	order := RefundOrder{RefundID: 1, ProviderPaymentID: "pay-1", Amount: rupiah.Of("50000"), FromUnsettled: rupiah.Of("50000"), Method: MethodProvider}
	waiting := append(paidQRIS[:3:3], RefundRequested{Identity: identity("QRIS"), RefundOrder: order, At: noon})
	sent := append(waiting[:4:4], RefundConfirmed{Identity: identity("QRIS"), RefundOrder: order, At: noon},
		RefundSubmitted{Identity: identity("QRIS"), RefundOrder: order, Attempt: 1, Key: "k", At: noon})
	cancelled := RefundCancelled{Identity: identity("QRIS"), RefundOrder: order, PreviousStatus: RefundStatusRequested, ToUnsettled: rupiah.Of("50000"), By: ByProvider, Why: "dispute", At: later}
	besideSent := disputed
	besideSent.FromUnsettled = byQRIS.Net.Sub(rupiah.Of("50000"))
	charge := chargedBackOf("cb-1", "30000", "30000", "0")
	charge.DisputeID = 0
	taken := append(paidQRIS[:3:3], charge)
	chargeOfAll := charge
	chargeOfAll.Reversal, chargeOfAll.ClientBears, chargeOfAll.FromUnsettled = reversal("cb-1", Chargeback, "100000"), rupiah.Of("100000"), rupiah.Of("99300")
	allTaken, allTakenOpened := append(paidQRIS[:3:3], chargeOfAll), disputed
	allTakenOpened.FromUnsettled, allTakenOpened.ReversalID = decimal.Zero, "cb-1"
	reversedAll := charge
	reversedAll.Reversal = reversal("rf-1", Refund, "100000")
	refundOfRest := charge
	refundOfRest.Reversal, refundOfRest.ClientBears, refundOfRest.FromUnsettled = reversal("rf-1", Refund, "70000"), rupiah.Of("70000"), rupiah.Of("69300")
	refundedSince := append(taken[:4:4], refundOfRest)
	takenOpened := disputed
	takenOpened.DisputeOrder.Amount, takenOpened.FromUnsettled, takenOpened.ReversalID = rupiah.Of("30000"), decimal.Zero, "cb-1"
	cameBack := ReversalReturned{Identity: identity("QRIS"), Reversal: charge.Reversal, ClientGets: rupiah.Of("30000"), At: later}
	disputedBack, restAfter := disputed, second
	disputedBack.FromUnsettled = rupiah.Of("69300")
	restAfter.DisputeOrder.Amount, restAfter.FromUnsettled = rupiah.Of("70000"), rupiah.Of("69300")
	many := paidQRIS[:3:3]
	for n := range int64(MaxDisputes) {
		one := disputed
		one.DisputeID, one.ProviderDisputeID = 100+n, strings.Repeat("x", int(n)+1)
		won := decidedAs(DisputeStatusWon, DisputeStatusNeedsResponse, "100000", "99300")
		won.DisputeID = one.DisputeID
		many = append(many, one, won)
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: open(asIs), Refused: "payment_not_found"},
		{Name: "without an id of the provider", Given: paidQRIS, When: open(func(c *OpenDisputeCmd) { c.ProviderDisputeID = "" }), Refused: "invalid_field provider_dispute_id"},
		{Name: "without a date", Given: paidQRIS, When: open(func(c *OpenDisputeCmd) { c.DueBy = time.Time{} }), Refused: "invalid_field due_by"},
		{Name: "again", Given: disputedQRIS, When: open(func(c *OpenDisputeCmd) { c.DisputeID = 9 })},
		{Name: "not paid", Given: openPayment, When: open(asIs), Refused: "not_paid"},
		{Name: "money in suspense", Given: mismatchedPayment, When: open(asIs), Refused: "not_paid"},
		{Name: "two moneys, none named", Given: append(paidQRIS[:3:3], secondPayment, releasedSecond), When: open(asIs), Refused: "invalid_field payment_id"},
		{Name: "the second money", Given: append(paidQRIS[:3:3], secondPayment, releasedSecond), When: open(func(c *OpenDisputeCmd) { c.PaymentID = "pay-2" }), Then: eventsOf(released)},
		{Name: "by a virtual account", Given: eventsOf(requested, opened, paidBy("BCA")), When: open(asIs), Refused: "not_disputable"},
		{Name: "by a wallet", Given: paidPayment, When: open(asIs), Then: eventsOf(disputedBy("OVO"))},
		{Name: "another while one is open", Given: disputedQRIS, When: open(another), Refused: "dispute_open"},
		{Name: "another while one holds the money", Given: append(disputedQRIS[:4:4], accepted), When: open(another), Refused: "dispute_open"},
		{Name: "another after one was won", Given: append(disputedQRIS[:4:4], decidedAs(DisputeStatusWon, DisputeStatusNeedsResponse, "100000", "99300")), When: open(another), Then: eventsOf(second)},
		{Name: "after all went back", Given: append(paidQRIS[:3:3], reversedAll), When: open(asIs), Refused: "nothing_left"},
		{Name: "all", Given: paidQRIS, When: open(asIs), Then: eventsOf(disputed)},
		{Name: "a part", Given: paidQRIS, When: open(amount("40000")), Then: eventsOf(part)},
		{Name: "decimals", Given: paidQRIS, When: open(amount("0.5")), Refused: "invalid_field amount"},
		{Name: "below 0", Given: paidQRIS, When: open(amount("-1")), Refused: "invalid_field amount"},
		{Name: "more than was paid", Given: paidQRIS, When: open(amount("100001")), Refused: "invalid_field amount"},
		{Name: "more than is left", Given: append(paidQRIS[:3:3], refund30), When: open(amount("70001")), Refused: "invalid_field amount"},
		{Name: "more than is left, says the provider", Given: append(paidQRIS[:3:3], refund30), When: open(capped), Then: eventsOf(rest)},
		{Name: "after SETTLED", Given: append(paidQRIS[:3:3], settledHeld), When: open(asIs), Then: eventsOf(settledMoney)},
		{Name: "cancels a refund that was not sent", Given: waiting, When: open(asIs), Then: eventsOf(cancelled, disputed)},
		{Name: "beside a refund that was sent", Given: sent, When: open(asIs), Then: eventsOf(besideSent)},
		{Name: "after its chargeback of all", Given: allTaken, When: open(asIs), Then: eventsOf(allTakenOpened)},
		{Name: "after its chargeback of all, with an amount", Given: allTaken, When: open(capped), Then: eventsOf(allTakenOpened)},
		{Name: "after a chargeback of a part", Given: taken, When: open(asIs), Then: eventsOf(rest)},
		{Name: "lost, after a chargeback of a part", Given: taken, When: open(lost), Then: eventsOf(takenOpened)},
		{Name: "lost, with another amount", Given: taken, When: open(lostPart), Then: eventsOf(part)},
		{Name: "after its chargeback of a part", Given: taken, When: open(amount("30000")), Then: eventsOf(takenOpened)},
		{Name: "after a chargeback and a refund of the rest, which may not have arrived", Given: refundedSince, When: open(asIs), Refused: "nothing_left"},
		{Name: "after its chargeback of a part and a refund of the rest", Given: refundedSince, When: open(amount("30000")), Then: eventsOf(takenOpened)},
		{Name: "after a chargeback of another amount", Given: taken, When: open(amount("40000")), Then: eventsOf(part)},
		{Name: "after a chargeback that came back", Given: append(taken[:4:4], cameBack), When: open(asIs), Then: eventsOf(disputedBack)},
		{Name: "after the chargeback of another dispute", Given: append(taken[:4:4], takenOpened, decidedAs(DisputeStatusLost, DisputeStatusNeedsResponse, "0", "0")), When: open(another), Then: eventsOf(restAfter)},
		{Name: "one more than there may be", Given: many, When: open(asIs), Refused: "too_many_disputes"},
	})
}

func paidBy(code string) Paid {
	return Paid{Identity: identity(code), Receipt: receiptOf("pay-1", "100000"), Charge: quoted, PreviousStatus: StatusPending, At: noon}
}

func disputedBy(code string) DisputeOpened {
	e := disputed
	e.Identity, e.FromUnsettled = identity(code), decimal.Zero
	return e
}

func TestADisputeIsAnsweredForwardedAcceptedOrExpires(t *testing.T) {
	t.Parallel()
	reply := func(at time.Time, e Evidence) decision {
		return func(s State) ([]domain.Event, error) {
			return AnswerDispute(s, AnswerDisputeCmd{DisputeID: 3, Evidence: e, By: "owner", At: at})
		}
	}
	accept := func(at time.Time) decision {
		return func(s State) ([]domain.Event, error) { return AcceptDispute(s, 3, "owner", at) }
	}
	forward := func(by string) decision {
		return func(s State) ([]domain.Event, error) { return ForwardDispute(s, 3, by, later) }
	}
	expire := func(at time.Time) decision {
		return func(s State) ([]domain.Event, error) { return ExpireDispute(s, 3, at) }
	}
	remind := func(at time.Time) decision {
		return func(s State) ([]domain.Event, error) { return RemindOfDispute(s, 3, "toko@example.com", at) }
	}
	soon := dueBy.Add(-RemindsBefore)
	reminded := DisputeReminded{Identity: identity("QRIS"), DisputeOrder: dispute, Email: "toko@example.com", At: soon}
	with := func(more ...domain.Event) []domain.Event { return append(disputedQRIS[:4:4], more...) }
	byProvider := forwarded
	byProvider.By = ByProvider
	late := byProvider
	late.Previous = DisputeStatusExpired
	tooMany := answer
	for range MaxEvidenceFiles {
		tooMany.Files = append(tooMany.Files, answer.Files[0])
	}
	often := with()
	for range MaxAnswers {
		often = append(often, answered)
	}
	won := decidedAs(DisputeStatusWon, DisputeStatusUnderReview, "100000", "99300")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "answer: never requested", When: reply(later, answer), Refused: "payment_not_found"},
		{Name: "answer: no dispute", Given: paidPayment, When: reply(later, answer), Refused: "dispute_not_found"},
		{Name: "answer", Given: with(), When: reply(later, answer), Then: eventsOf(answered)},
		{Name: "answer again", Given: with(answered), When: reply(later, answer), Then: eventsOf(answered)},
		{Name: "answer with nothing", Given: with(), When: reply(later, Evidence{Text: " "}), Refused: "invalid_field text"},
		{Name: "answer with controls", Given: with(), When: reply(later, Evidence{Text: "a\x00"}), Refused: "invalid_field text"},
		{Name: "answer with too many files", Given: with(), When: reply(later, tooMany), Refused: "invalid_field files"},
		{Name: "answer too often", Given: often, When: reply(later, answer), Refused: "too_many_answers"},
		{Name: "answer when it is due", Given: with(), When: reply(dueBy, answer), Refused: "dispute_due"},
		{Name: "answer under review", Given: with(answered, forwarded), When: reply(later, answer), Refused: "dispute_closed"},
		{Name: "accept", Given: with(answered), When: accept(later), Then: eventsOf(accepted)},
		{Name: "accept twice", Given: with(accepted), When: accept(later)},
		{Name: "accept when it is due", Given: with(), When: accept(dueBy), Refused: "dispute_due"},
		{Name: "accept under review", Given: with(answered, forwarded), When: accept(later), Refused: "dispute_closed"},
		{Name: "forward", Given: with(answered), When: forward("admin:1"), Then: eventsOf(forwarded)},
		{Name: "forward twice", Given: with(answered, forwarded), When: forward("admin:1")},
		{Name: "forward without an answer", Given: with(), When: forward("admin:1"), Refused: "not_answered"},
		{Name: "forward what was accepted", Given: with(accepted), When: forward("admin:1"), Refused: "dispute_closed"},
		{Name: "the provider has an answer that we don't know", Given: with(), When: forward(ByProvider), Then: eventsOf(byProvider)},
		{Name: "the provider has an answer although time was over", Given: with(unanswered), When: forward(ByProvider), Then: eventsOf(late)},
		{Name: "the provider says so late", Given: with(won), When: forward(ByProvider)},
		{Name: "expire", Given: with(), When: expire(dueBy), Then: eventsOf(unanswered)},
		{Name: "expire twice", Given: with(unanswered), When: expire(dueBy)},
		{Name: "expire before it is due", Given: with(), When: expire(dueBy.Add(-1))},
		{Name: "expire what was answered", Given: with(answered), When: expire(dueBy)},
		{Name: "remind", Given: with(), When: remind(soon), Then: eventsOf(reminded)},
		{Name: "remind twice", Given: with(reminded), When: remind(soon)},
		{Name: "remind too early", Given: with(), When: remind(soon.Add(-1))},
		{Name: "remind when it is due", Given: with(), When: remind(dueBy)},
		{Name: "remind of what was answered", Given: with(answered), When: remind(soon)},
		{Name: "refund while it is open", Given: with(), When: refundAll, Refused: "disputed"},
		{Name: "refund while it holds the money", Given: with(unanswered), When: refundAll, Refused: "disputed"},
	})
}

func refundAll(s State) ([]domain.Event, error) {
	return RequestRefund(s, RefundCmd{RefundID: 1, Reason: "other", At: later})
}

func TestDecideDispute(t *testing.T) {
	t.Parallel()
	decide := func(outcome string) decision {
		return func(s State) ([]domain.Event, error) { return DecideDispute(s, 3, outcome, "admin:1", later) }
	}
	with := func(more ...domain.Event) []domain.Event { return append(disputedQRIS[:4:4], more...) }
	won := func(previous, released, toUnsettled string) DisputeDecided {
		return decidedAs(DisputeStatusWon, previous, released, toUnsettled)
	}
	lost := decidedAs(DisputeStatusLost, DisputeStatusUnderReview, "0", "0")
	before, openedAfter := chargedBackOf("cb-1", "100000", "99300", "0"), disputed
	before.DisputeID, openedAfter.ReversalID, openedAfter.FromUnsettled = 0, "cb-1", decimal.Zero
	wonAfter := won(DisputeStatusNeedsResponse, "0", "0")
	wonAfter.DisputeOrder = openedAfter.DisputeOrder
	review, needs := DisputeStatusUnderReview, DisputeStatusNeedsResponse
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "no dispute", Given: paidPayment, When: decide(DisputeStatusWon), Refused: "dispute_not_found"},
		{Name: "no such outcome", Given: with(), When: decide("draw"), Refused: "invalid_field outcome"},
		{Name: "won", Given: with(answered, forwarded), When: decide(DisputeStatusWon), Then: eventsOf(won(review, "100000", "99300"))},
		{Name: "won after SETTLED", Given: with(answered, forwarded, settledInIt), When: decide(DisputeStatusWon), Then: eventsOf(won(review, "100000", "0"))},
		{Name: "won without a response", Given: with(), When: decide(DisputeStatusWon), Then: eventsOf(won(needs, "100000", "99300"))},
		{Name: "won twice", Given: with(won(review, "100000", "99300")), When: decide(DisputeStatusWon)},
		{Name: "lost", Given: with(answered, forwarded), When: decide(DisputeStatusLost), Then: eventsOf(lost)},
		{Name: "lost after it was accepted", Given: with(accepted), When: decide(DisputeStatusLost)},
		{Name: "lost after its time was over", Given: with(unanswered), When: decide(DisputeStatusLost)},
		{Name: "lost after it was won", Given: with(won(review, "100000", "99300")), When: decide(DisputeStatusLost), Refused: "dispute_closed"},
		{Name: "won after it was lost", Given: with(forwarded, lost), When: decide(DisputeStatusWon), Then: eventsOf(won(DisputeStatusLost, "100000", "99300"))},
		{Name: "won after its chargeback", Given: with(forwarded, takenByIt), When: decide(DisputeStatusWon), Then: eventsOf(won(review, "0", "0"), returnedOfWon)},
		{
			Name: "won after it was lost, and its chargeback", Given: with(forwarded, lost, takenByIt), When: decide(DisputeStatusWon),
			Then: eventsOf(won(DisputeStatusLost, "0", "0"), returnedOfWon),
		},
		{
			Name: "won after the chargeback that was its before the news of it", Given: append(eventsOf(requested, opened, paidHeld), before, openedAfter),
			When: decide(DisputeStatusWon), Then: eventsOf(wonAfter, returnedOfWon),
		},
		{Name: "won after its chargeback had come back", Given: with(forwarded, takenByIt, returnedOfWon), When: decide(DisputeStatusWon), Then: eventsOf(won(review, "0", "0"))},
	})
}

func TestAChargebackConsumesTheHoldOfItsDispute(t *testing.T) {
	t.Parallel()
	take := func(id, amount string) decision {
		return func(s State) ([]domain.Event, error) { return Reverse(s, reversal(id, Chargeback, amount), later) }
	}
	of40 := disputed
	of40.DisputeOrder.Amount, of40.FromUnsettled = rupiah.Of("40000"), rupiah.Of("40000")
	partial := append(eventsOf(requested, opened, paidHeld), of40)
	with := func(more ...domain.Event) []domain.Event { return append(disputedQRIS[:4:4], more...) }
	ordinary := func(amount string, e Reversed) Reversed {
		e.DisputeID, e.FromUnsettled, e.ToUnsettled = 0, rupiah.Of(amount), decimal.Zero
		return e
	}
	won := decidedAs(DisputeStatusWon, DisputeStatusNeedsResponse, "100000", "99300")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "all of it", Given: with(), When: take("cb-1", "100000"), Then: eventsOf(takenByIt)},
		{Name: "of one that was accepted", Given: with(accepted), When: take("cb-1", "100000"), Then: eventsOf(takenByIt)},
		{Name: "a part, and the rest of the hold ends", Given: with(), When: take("cb-1", "30000"), Then: eventsOf(chargedBackOf("cb-1", "30000", "0", "69300"))},
		{Name: "a part after SETTLED", Given: with(settledInIt), When: take("cb-1", "30000"), Then: eventsOf(func() Reversed {
			e := chargedBackOf("cb-1", "30000", "0", "0")
			e.PreviousStatus = StatusSettled
			return e
		}())},
		{Name: "more than the hold", Given: partial, When: take("cb-1", "100000"), Then: eventsOf(chargedBackOf("cb-1", "100000", "59300", "0"))},
		{Name: "a little more than the hold", Given: partial, When: take("cb-1", "50000"), Then: eventsOf(chargedBackOf("cb-1", "50000", "10000", "0"))},
		{Name: "a second one is not of the dispute", Given: append(partial, chargedBackOf("cb-1", "40000", "0", "0")), When: take("cb-2", "10000"), Then: eventsOf(ordinary("10000", chargedBackOf("cb-2", "10000", "0", "0")))},
		{Name: "after it was won", Given: with(won), When: take("cb-1", "100000"), Then: eventsOf(ordinary("99300", takenByIt))},
		{Name: "a refund leaves the hold alone", Given: with(), When: func(s State) ([]domain.Event, error) { return Reverse(s, refund30.Reversal, later) }, Then: eventsOf(func() Reversed {
			e := refund30
			e.FromUnsettled = decimal.Zero
			return e
		}())},
	})
}

func TestDeductDispute(t *testing.T) {
	t.Parallel()
	deduct := func(amount string) decision {
		return func(s State) ([]domain.Event, error) {
			return DeductDispute(s, DeductCmd{DisputeID: 3, Reference: "2026-01", Amount: rupiah.Of(amount), By: "admin:1", At: later})
		}
	}
	with := func(more ...domain.Event) []domain.Event { return append(disputedQRIS[:4:4], more...) }
	took := chargedBackOf("deduction-2026-01-3", "100000", "0", "0")
	took.Reason, took.By = "fraud", ByAdmin
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "no dispute", Given: paidPayment, When: deduct("100000"), Refused: "dispute_not_found"},
		{Name: "decimals", Given: with(), When: deduct("0.5"), Refused: "invalid_field amount"},
		{Name: "all", Given: with(accepted), When: deduct("100000"), Then: eventsOf(took)},
		{Name: "again", Given: with(accepted, took), When: deduct("100000")},
		{Name: "again with another amount", Given: with(accepted, took), When: deduct("1"), Refused: "invalid_field reference"},
		{Name: "after its chargeback", Given: with(takenByIt), When: deduct("100000"), Refused: "dispute_deducted"},
		{Name: "after it was won", Given: with(decidedAs(DisputeStatusWon, DisputeStatusNeedsResponse, "100000", "99300")), When: deduct("1"), Refused: "dispute_closed"},
		{Name: "more than was paid", Given: with(), When: deduct("100001"), Refused: "invalid_field amount"},
	})
}

// The last attempt of a refund that was at the provider when the dispute was opened certainly made nothing.
func TestNoAttemptOfARefundBeginsWhileItsMoneyIsDisputed(t *testing.T) {
	t.Parallel()
	order := RefundOrder{RefundID: 1, ProviderPaymentID: "pay-1", Amount: rupiah.Of("50000"), FromUnsettled: rupiah.Of("50000"), Method: MethodProvider}
	submitted := RefundSubmitted{Identity: identity("QRIS"), RefundOrder: order, Attempt: 1, Key: "k", At: noon}
	atProvider := eventsOf(
		requested, opened, paidHeld, RefundRequested{Identity: identity("QRIS"), RefundOrder: order, At: noon},
		RefundConfirmed{Identity: identity("QRIS"), RefundOrder: order, At: noon}, submitted, disputed,
	)
	failed := append(atProvider[:7:7], RefundAttemptFailed{
		Identity: identity("QRIS"), RefundOrder: order, Attempt: 1, Code: "INSUFFICIENT_BALANCE", NextMethod: MethodProvider, At: later,
	})
	again := submitted
	again.At = later
	submit := func(repeat string) decision {
		return func(s State) ([]domain.Event, error) {
			return SubmitRefund(s, SubmitRefundCmd{RefundID: 1, Repeat: repeat, At: later})
		}
	}
	end := func(s State) ([]domain.Event, error) { return FailTakenBack(s, 1, later) }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "an attempt whose answer was lost is made again", Given: atProvider, When: submit("k"), Then: eventsOf(again)},
		{Name: "one that may be at the provider does not end", Given: atProvider, When: end},
		{Name: "no new attempt", Given: failed, When: submit("")},
		{Name: "it ends", Given: failed, When: end, Then: eventsOf(RefundFailed{
			Identity: identity("QRIS"), RefundOrder: order, ToUnsettled: rupiah.Of("50000"), Code: Disputed, At: later,
		})},
	})
}
