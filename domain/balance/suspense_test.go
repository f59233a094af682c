package balance

import (
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/test/rupiah"
)

func TestPostSuspense(t *testing.T) {
	t.Parallel()
	suspended := payment.Suspended{Identity: inv, Receipt: receipt, SuspenseID: 5}
	release := payment.SuspenseReleased{Identity: inv, Receipt: receipt, Charge: charge, SuspenseID: 5}
	heldRelease := release
	heldRelease.Held = true
	fromSuspense := paid
	fromSuspense.SuspenseID = 5
	released := SuspenseReleased{
		ClientID: client, Source: from(11), SuspenseID: 5, Gross: rupiah.Of("100000"), Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"),
		Movement: movement(noon, "INV-7-1", "95560", "0", "0", "suspense", "-100000", "client:7:available", "95560", "revenue:fees", "4000", "tax:vat", "440"),
	}
	heldReleased := released
	heldReleased.Held = true
	heldReleased.Movement = movement(noon, "INV-7-1", "0", "95560", "0", "suspense", "-100000", "client:7:unsettled", "95560", "revenue:fees", "4000", "tax:vat", "440")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "suspended money is not the client's", When: posting(cmd(10, suspended)), Then: eventsOf(suspenseReceived)},
		{
			Name: "released, it is credited once, though paid follows", Given: eventsOf(suspenseReceived),
			When: posting(cmd(11, release), cmd(12, fromSuspense)), Then: eventsOf(released),
		},
		{
			Name: "released through a held channel it is unsettled", Given: eventsOf(suspenseReceived),
			When: posting(cmd(11, heldRelease)), Then: eventsOf(heldReleased),
		},
		{
			Name: "refunded by the provider, it stays until that is listed", Given: eventsOf(suspenseReceived),
			When: posting(cmd(11, payment.SuspenseRefunded{Identity: inv, Receipt: receipt, SuspenseID: 5, PaidFrom: payment.RefundFromProvider})),
		},
		{
			Name: "refunded by hand, it leaves our bank account", Given: eventsOf(suspenseReceived),
			When: posting(cmd(11, payment.SuspenseRefunded{
				Identity: inv, Receipt: receipt, SuspenseID: 5, PaidFrom: payment.RefundFromBank, By: "admin:1", Reason: "agreed",
			})),
			Then: eventsOf(SuspenseRefunded{
				ClientID: client, Source: from(11), SuspenseID: 5, Amount: rupiah.Of("100000"), By: "admin:1", Reason: "agreed",
				Movement: movement(noon, "INV-7-1", "0", "0", "0", "suspense", "-100000", "bank:operating", "100000"),
			}),
		},
		{
			Name: "refunded by an event of before, it goes back", Given: eventsOf(suspenseReceived),
			When: posting(cmd(11, payment.SuspenseRefunded{Identity: inv, Receipt: receipt, SuspenseID: 5})),
			Then: eventsOf(SuspenseRefunded{
				ClientID: client, Source: from(11), SuspenseID: 5, Amount: rupiah.Of("100000"),
				Movement: movement(noon, "INV-7-1", "0", "0", "0", "suspense", "-100000", "provider:xendit:clearing", "100000"),
			}),
		},
	})
}
