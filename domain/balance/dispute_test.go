package balance

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/test/rupiah"
)

var dispute = payment.DisputeOrder{DisputeID: 3, Amount: rupiah.Of("100000"), FromUnsettled: rupiah.Of("95560")}

func disputedOf(fromUnsettled string) payment.DisputeOpened {
	e := payment.DisputeOpened{Identity: inv, DisputeOrder: dispute}
	e.FromUnsettled = rupiah.Of(fromUnsettled)
	return e
}

func ofDispute(e payment.Reversed, amount, toUnsettled string) payment.Reversed {
	e.DisputeID, e.Reversal.Amount, e.ClientBears, e.ToUnsettled = 3, rupiah.Of(amount), rupiah.Of(amount), rupiah.Of(toUnsettled)
	return e
}

func TestADisputeHoldsInTheOrderOfAChargeback(t *testing.T) {
	t.Parallel()
	held := func(m Movement) DisputeHeld {
		return DisputeHeld{ClientID: client, Movement: m, Source: from(20), DisputeID: 3, Amount: rupiah.Of("100000")}
	}
	unsettled := held(movement(noon, "INV-7-1", "15560", "0", "150000",
		"client:7:unsettled", "-95560", "client:7:available", "-4440", "client:7:held", "100000"))
	withdrawn := held(owing("-80000", movement(noon, "INV-7-1", "0", "0", "150000",
		"client:7:available", "-20000", "client:7:receivable", "-80000", "client:7:held", "100000")))
	released := func(m Movement) DisputeReleased {
		return DisputeReleased{ClientID: client, Movement: m, Source: from(21), DisputeID: 3, Amount: rupiah.Of("100000")}
	}
	won := func(toUnsettled string) payment.DisputeDecided {
		return payment.DisputeDecided{
			Identity: inv, DisputeOrder: dispute, Outcome: payment.DisputeStatusWon, Released: rupiah.Of("100000"), ToUnsettled: rupiah.Of(toUnsettled),
		}
	}
	backAgain := released(movement(noon, "INV-7-1", "20000", "95560", "50000",
		"client:7:held", "-100000", "client:7:unsettled", "95560", "client:7:available", "4440"))
	filled := released(movement(noon, "INV-7-1", "20000", "0", "50000",
		"client:7:held", "-100000", "client:7:receivable", "80000", "client:7:available", "20000"))
	taken := func(amount string, m Movement) PaymentReversed {
		e := postedBack(21, amount, m)
		e.DisputeID = 3
		return e
	}
	all := taken("100000", movement(noon, "INV-7-1", "15560", "0", "50000", "provider:xendit:clearing", "100000", "client:7:held", "-100000"))
	part := taken("30000", movement(noon, "INV-7-1", "20000", "65560", "50000",
		"provider:xendit:clearing", "30000", "client:7:held", "-100000", "client:7:unsettled", "65560", "client:7:available", "4440"))
	above := taken("130000", owing("-14440", movement(noon, "INV-7-1", "0", "0", "50000",
		"client:7:available", "-15560", "client:7:receivable", "-14440", "provider:xendit:clearing", "130000", "client:7:held", "-100000")))
	lost := payment.DisputeDecided{Identity: inv, DisputeOrder: dispute, Outcome: payment.DisputeStatusLost}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of what is unsettled", Given: worked("95560"), When: posting(cmd(20, disputedOf("95560"))), Then: eventsOf(unsettled)},
		{Name: "of what was settled and withdrawn", Given: worked("0"), When: posting(cmd(20, disputedOf("0"))), Then: eventsOf(withdrawn)},
		{Name: "once", Given: append(worked("95560"), unsettled), When: posting(cmd(20, disputedOf("95560")))},
		{Name: "won", Given: append(worked("95560"), unsettled), When: posting(cmd(21, won("95560"))), Then: eventsOf(backAgain)},
		{Name: "won: what is owed is paid first", Given: append(worked("0"), withdrawn), When: posting(cmd(21, won("0"))), Then: eventsOf(filled)},
		{Name: "lost", Given: append(worked("95560"), unsettled), When: posting(cmd(21, lost))},
		{Name: "all is taken", Given: append(worked("95560"), unsettled), When: posting(cmd(21, ofDispute(chargeback("0"), "100000", "0"))), Then: eventsOf(all)},
		{Name: "a part is taken", Given: append(worked("95560"), unsettled), When: posting(cmd(21, ofDispute(chargeback("0"), "30000", "65560"))), Then: eventsOf(part)},
		{Name: "more is taken", Given: append(worked("95560"), unsettled), When: posting(cmd(21, ofDispute(chargeback("0"), "130000", "0"))), Then: eventsOf(above)},
	})
	for name, events := range map[string][]domain.Event{"taken": {unsettled, all}, "won": {unsettled, backAgain}} {
		s := Aggregate.Fold(State{}, append(worked("95560"), events...)...)
		if _, held := s.DisputeHold(3); held {
			t.Errorf("%s: %+v", name, s.DisputeHolds)
		}
	}
}
