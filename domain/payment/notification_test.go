package payment

import (
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

func reportedAs(paymentID, amount string, status report.Status) report.Payment {
	return report.Payment{
		Connection: "xendit", Channel: pricing.Invoice, TransactionID: "INV-7-1", ProviderID: "prov-1", PaymentID: paymentID, Status: status, PaidAmount: rupiah.Of(amount),
		PaidAt: noon, ChannelCode: "OVO",
	}
}

func newsOf(paymentID, amount string, status report.Status) Reported {
	return Reported{Identity: identity("INVOICE"), News: News{Receipt: receiptOf(paymentID, amount), Status: status, PaidWith: "OVO"}, At: noon}
}

// These cases have a provider that is asked before money moves.
func TestTakeNotification(t *testing.T) {
	t.Parallel()
	take := func(r report.Payment) decision {
		return func(s State) ([]domain.Event, error) { return TakeNotification(s, r, noon) }
	}
	first := newsOf("pay-1", "100000", report.Paid)
	other := newsOf("pay-1", "99999", report.Paid)
	settledNews := newsOf("pay-1", "100000", report.Settled)
	voided := reportedAs("pay-1", "0", report.Failed)
	voided.FailureCode = report.Voided
	voidNews := ReversalReported{Identity: identity("OVO"), Reversal: voidOf("pay-1"), Unconfirmed: true, At: noon}
	full, room := openPayment[:2:2], openPayment[:2:2]
	for i := range MaxWaiting {
		if i > 0 {
			room = append(room, newsOf(fmt.Sprint("other-", i), "100000", report.Paid))
		}
		full = append(full, newsOf(fmt.Sprint("other-", i), "100000", report.Paid))
	}
	ofFirst := append(openPayment[:2:2], first)
	paidIdentity := settledNews
	paidIdentity.Identity = identity("OVO")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "money came", Given: openPayment, When: take(reportedAs("pay-1", "100000", report.Paid)), Then: eventsOf(first)},
		{Name: "the same again", Given: ofFirst, When: take(reportedAs("pay-1", "100000", report.Paid))},
		{Name: "another amount under the same id", Given: ofFirst, When: take(reportedAs("pay-1", "99999", report.Paid)), Then: eventsOf(other)},
		{Name: "money that is settled at once", Given: ofFirst, When: take(reportedAs("pay-1", "100000", report.Settled)), Then: eventsOf(settledNews)},
		{Name: "of money that is known", Given: paidPayment, When: take(reportedAs("pay-1", "100000", report.Paid))},
		{Name: "known money is settled", Given: paidPayment, When: take(reportedAs("pay-1", "100000", report.Settled)), Then: eventsOf(paidIdentity)},
		{Name: "it expired", Given: openPayment, When: func(s State) ([]domain.Event, error) {
			return TakeNotification(s, reportedAs("", "0", report.Expired), later)
		}, Then: eventsOf(Expired{Identity: identity("INVOICE"), ProviderID: "prov-1", PreviousStatus: StatusPending, At: later})},
		{Name: "a charge was voided", Given: paidPayment, When: take(voided), Then: eventsOf(voidNews)},
		{Name: "as many as may wait", Given: room, When: take(reportedAs("pay-1", "100000", report.Paid)), Then: eventsOf(first)},
		{Name: "more than may wait", Given: full, When: take(reportedAs("pay-1", "100000", report.Paid)), Refused: "too_many_reports"},
		{Name: "never requested", When: take(reportedAs("pay-1", "100000", report.Paid)), Refused: "payment_not_found"},
	})
	if MaxWaiting != 20 {
		t.Errorf("%d notifications may wait", MaxWaiting)
	}
}

func TestANotificationThatWaitsIsAnswered(t *testing.T) {
	t.Parallel()
	news := newsOf("pay-1", "100000", report.Paid)
	waiting := append(openPayment[:2:2], news)
	answered := ReportAnswered{Identity: identity("OVO"), ProviderPaymentID: "pay-1", Status: report.Paid, At: noon}
	known := answered
	known.Identity = identity("INVOICE")
	found := reportedAs("pay-1", "100000", report.Settled) // the look-up is later than the notification
	confirm := func(key string) decision {
		return func(s State) ([]domain.Event, error) { return Confirm(s, key, found, Facts{SuspenseID: 5}, noon) }
	}
	recognise := func(key string) decision {
		return func(s State) ([]domain.Event, error) { return Recognise(s, key, noon) }
	}
	disbelieve := func(key string) decision {
		return func(s State) ([]domain.Event, error) { return Disbelieve(s, key, noon) }
	}
	contradicted := Contradicted{Identity: identity("INVOICE"), News: news.News, Here: StatusPending, Contradiction: NotConfirmed, At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "confirmed: money moves as the notification says", Given: waiting, When: confirm("PAID pay-1"), Then: eventsOf(paid, answered)},
		{Name: "confirmed, and known by now", Given: append(paidPayment[:3:3], news), When: confirm("PAID pay-1"), Then: eventsOf(answered)},
		{Name: "confirmed, and none waits", Given: openPayment, When: confirm("PAID pay-1")},
		{Name: "known by another id", Given: waiting, When: recognise("PAID pay-1"), Then: eventsOf(known)},
		{Name: "known by another id, and none waits", Given: waiting, When: recognise("PAID pay-2")},
		{Name: "disbelieved", Given: waiting, When: disbelieve("PAID pay-1"), Then: eventsOf(contradicted)},
		{Name: "disbelieved, and none waits", Given: waiting, When: disbelieve("SETTLED pay-1")},
	})
}

func TestIsNews(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		given []domain.Event
		news  News
		want  bool
	}{
		{"money that is not known", openPayment, newsOf("pay-1", "100000", report.Paid).News, true},
		{"money that is known", paidPayment, newsOf("pay-1", "100000", report.Paid).News, false},
		{"second money", paidPayment, newsOf("pay-2", "100000", report.Paid).News, true},
		{"known money is settled", paidPayment, newsOf("pay-1", "100000", report.Settled).News, true},
		{"of a payment that was never requested", nil, newsOf("pay-1", "100000", report.Paid).News, true},
	} {
		s := Aggregate.Fold(State{}, c.given...)
		if got := s.IsNews(WaitingNews{c.news, "xendit"}, noon); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	waiting := Aggregate.Fold(State{}, append(openPayment[:2:2], newsOf("pay-1", "100000", report.Paid))...)
	if !waiting.Waits("pay-1") || waiting.Waits("pay-2") || (State{}).Waits("pay-1") {
		t.Error("which receipts wait is wrong")
	}
}

// While TakeNotification checks what a report changes, a payment of a chain that gave its claim up counts as
// the next claimant.
func TestNewsOfAPaymentInAChain(t *testing.T) {
	t.Parallel()
	chained := Chained{Identity: identity("INVOICE"), Chain: "INV-7-1", At: noon}
	gaveUp := ClaimGivenUp{Identity: identity("INVOICE"), Number: 1, At: noon}
	for name, given := range map[string][]domain.Event{
		"without a claim":     append(openPayment[:2:2], chained),
		"after one was given": append(openPayment[:2:2], chained, gaveUp),
	} {
		s := Aggregate.Fold(State{}, given...)
		changes, err := takeAny(s, reportedAs("pay-1", "100000", report.Paid), noon)
		if err != nil || len(changes) != 1 || changes[0].EventType() != paid.EventType() {
			t.Errorf("%s: %v %v", name, changes, err)
		}
	}
}
