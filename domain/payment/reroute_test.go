package payment

import (
	"testing"

	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/domaintest"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

// at returns the identity with another connection.
func at(connection string, i Identity) Identity {
	i.Connection = connection
	return i
}

var rerouted = Rerouted{
	Identity: at("doku-1", identity("INVOICE")), From: "xendit", Cause: "not_sent", Routed: connection.Routed{Rule: 2}, At: noon,
}

func TestReroute(t *testing.T) {
	t.Parallel()
	reroute := func(from, to string) decision {
		return func(s State) ([]domain.Event, error) {
			return Reroute(s, RerouteCmd{From: from, To: to, Cause: "not_sent", Routed: connection.Routed{Rule: 2}, At: noon})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "never requested", When: reroute("xendit", "doku-1"), Refused: "payment_not_found"},
		{Name: "requested", Given: eventsOf(requested), When: reroute("xendit", "doku-1"), Then: eventsOf(rerouted)},
		{Name: "another process did it before", Given: eventsOf(requested, rerouted), When: reroute("xendit", "doku-1")},
		{Name: "another process chose otherwise", Given: eventsOf(requested, rerouted), When: reroute("xendit", "dana-1")},
		{Name: "back to one that was asked", Given: eventsOf(requested, rerouted), When: reroute("doku-1", "xendit")},
		{Name: "to the same", Given: eventsOf(requested), When: reroute("xendit", "xendit")},
		{Name: "open", Given: openPayment, When: reroute("xendit", "doku-1")},
		{Name: "refused", Given: failedPayment, When: reroute("xendit", "doku-1")},
		{Name: "paid", Given: eventsOf(requested, paid), When: reroute("xendit", "doku-1")},
		{Name: "expired", Given: eventsOf(requested, expired), When: reroute("xendit", "doku-1")},
	})
}

// A former connection was not asked in vain after all: whichever money comes first pays the payment.
func TestTheFirstMoneyPaysByWhicheverConnectionItCame(t *testing.T) {
	t.Parallel()
	reportOf := func(connection, id string) report.Payment {
		return report.Payment{
			Connection: connection, Channel: pricing.Invoice, TransactionID: "INV-7-1", ProviderID: "prov-1", PaymentID: id,
			Status: report.Paid, PaidAmount: rupiah.Of("100000"), PaidAt: noon, ChannelCode: "OVO",
		}
	}
	take := func(connection, id string) decision {
		return func(s State) ([]domain.Event, error) {
			return TakeReport(s, reportOf(connection, id), Facts{SuspenseID: 6}, noon)
		}
	}
	newsOf := func(r Receipt) News { return News{Receipt: r, Status: "PAID", PaidWith: "OVO"} }
	endedAt := func(connection string) (r report.Payment) {
		r = reportOf(connection, "")
		r.Status = report.Expired
		return r
	}
	byFormer, byPresent := paid, paid
	byPresent.Identity = at("doku-1", byPresent.Identity)
	second := Suspended{Identity: at("doku-1", identity("OVO")), Receipt: receiptOf("pay-1", "100000"), SuspenseID: 6, Reason: ReasonSecondPayment, At: noon}
	secondOfFormer := second
	secondOfFormer.Identity = identity("OVO")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "by the present one", Given: eventsOf(requested, rerouted), When: take("doku-1", "pay-1"), Then: eventsOf(byPresent)},
		{Name: "by the former one", Given: eventsOf(requested, rerouted), When: take("xendit", "pay-1"), Then: eventsOf(byFormer)},
		{Name: "by one of which the log lost that it was asked", Given: eventsOf(requested), When: take("doku-1", "pay-1"), Then: eventsOf(byPresent)},
		{
			Name: "by one that was never asked, in a notification that would be believed", Given: eventsOf(requested),
			When: func(s State) ([]domain.Event, error) {
				return TakeBelieved(s, reportOf("doku-1", "pay-1"), Facts{}, noon)
			},
			Then: eventsOf(Reported{Identity: at("doku-1", identity("INVOICE")), News: newsOf(receiptOf("pay-1", "100000")), At: noon}),
		},
		{
			Name: "it ended at the former one", Given: eventsOf(requested, rerouted),
			When: func(s State) ([]domain.Event, error) { return TakeReport(s, endedAt("xendit"), Facts{}, noon) },
		},
		{Name: "the same id at the other is other money", Given: eventsOf(requested, rerouted, byFormer), When: take("doku-1", "pay-1"), Then: eventsOf(second)},
		{Name: "the other way round", Given: eventsOf(requested, rerouted, byPresent), When: take("xendit", "pay-1"), Then: eventsOf(secondOfFormer)},
		{Name: "the same money again", Given: eventsOf(requested, rerouted, byPresent), When: take("doku-1", "pay-1")},
	})
	s := Aggregate.Fold(State{}, requested, rerouted, byFormer, second)
	if s.Connection != "doku-1" || s.main().Connection != "xendit" || s.Suspense[0].Connection != "doku-1" {
		t.Errorf("asked %s, paid by %s, in suspense by %s", s.Connection, s.main().Connection, s.Suspense[0].Connection)
	}
	events, err := TakeReport(s, reportOf("xendit", "pay-1"), Facts{}, noon)
	if err != nil || len(events) != 0 {
		t.Errorf("%v, %v", events, err)
	}
	if got := s.settled(noon).Connection; got != "xendit" {
		t.Errorf("settled by %s", got)
	}
	refunded, err := RefundSuspense(s, 6, "admin:1", "agreed", noon)
	if err != nil || refunded[0].(SuspenseRefunded).Connection != "doku-1" {
		t.Errorf("%+v, %v", refunded, err)
	}
}
