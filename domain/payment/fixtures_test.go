package payment

import (
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/test/rupiah"
)

var (
	noon  = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	later = noon.Add(time.Hour)
)

func eventsOf(events ...domain.Event) []domain.Event { return events }

type decision = func(State) ([]domain.Event, error)

func identity(code string) Identity {
	return Identity{ID: 1, TransactionID: "INV-7-1", ClientID: 7, Connection: "xendit", Channel: "invoice", ChannelCode: code, Amount: rupiah.Of("100000")}
}

func receiptOf(paymentID, amount string) Receipt {
	return Receipt{ProviderID: "prov-1", ProviderPaymentID: paymentID, PaidAmount: rupiah.Of(amount), PaidAt: noon}
}

// The life of an invoice of 100,000. QRIS credits are held until SETTLED.
var (
	requested = Requested{
		Identity: identity("INVOICE"),
		Rates: map[string]pricing.Rate{
			"INVOICE": {Flat: rupiah.Of("4000")}, "BCA": {Flat: rupiah.Of("4000")},
			"QRIS": {Percent: rupiah.Of("0.7"), VATInclusive: true}, "OVO": {Percent: rupiah.Of("1.5")},
		},
		HoldUntilSettled: []string{"QRIS"}, VATRate: rupiah.Of("11"),
		Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"), ExpiresAt: later, At: noon,
	}
	opened  = Opened{Identity: identity("INVOICE"), ProviderID: "prov-1", InvoiceURL: "https://pay.example/1", ExpiresAt: later, At: noon}
	refused = Refused{Identity: identity("INVOICE"), Code: "provider_refused", Message: "no", At: noon}
	expired = Expired{Identity: identity("INVOICE"), ProviderID: "prov-1", PreviousStatus: StatusPending, At: noon}

	byOVO       = Charge{Fee: rupiah.Of("1500"), VAT: rupiah.Of("165"), Net: rupiah.Of("98335"), VATRate: rupiah.Of("11")}
	byQRIS      = Charge{Fee: rupiah.Of("630.63"), VAT: rupiah.Of("69.37"), Net: rupiah.Of("99300"), VATRate: rupiah.Of("11")}
	quoted      = Charge{Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"), VATRate: rupiah.Of("11")}
	paid        = Paid{Identity: identity("OVO"), Receipt: receiptOf("pay-1", "100000"), Charge: byOVO, PreviousStatus: StatusPending, At: noon}
	paidHeld    = Paid{Identity: identity("QRIS"), Receipt: receiptOf("pay-1", "100000"), Charge: byQRIS, PreviousStatus: StatusPending, Held: true, At: noon}
	settled     = Settled{Identity: identity("OVO"), Receipt: receiptOf("pay-1", "100000"), Charge: byOVO, PreviousStatus: StatusPaid, At: later}
	settledHeld = Settled{Identity: identity("QRIS"), Receipt: receiptOf("pay-1", "100000"), Charge: byQRIS, PreviousStatus: StatusPaid, Held: true, FromUnsettled: byQRIS.Net, At: later}

	// 150,000 came instead of 100,000, by QRIS.
	tooMuch         = Suspended{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), SuspenseID: 5, Reason: ReasonAmountMismatch, At: noon}
	tooMuchCharge   = Charge{Fee: rupiah.Of("945.95"), VAT: rupiah.Of("104.05"), Net: rupiah.Of("148950"), VATRate: rupiah.Of("11")}
	released        = SuspenseReleased{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchCharge, SuspenseID: 5, Held: true, By: "admin:1", Reason: "agreed", At: later}
	refunded        = SuspenseRefunded{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), SuspenseID: 5, By: "admin:1", Reason: "agreed", PaidFrom: RefundFromProvider, At: later}
	paidBySuspense  = Paid{Identity: identity("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchCharge, PreviousStatus: StatusPending, Held: true, SuspenseID: 5, At: later}
	suspenseSettled = SuspenseSettled{Identity: identity("QRIS"), SuspenseID: 5, At: later}
	secondPayment   = Suspended{Identity: identity("QRIS"), Receipt: receiptOf("pay-2", "100000"), SuspenseID: 6, Reason: ReasonSecondPayment, At: noon}
)

// The events of a payment that is open, failed and so on.
var (
	openPayment       = eventsOf(requested, opened)
	failedPayment     = eventsOf(requested, refused)
	expiredPayment    = eventsOf(requested, opened, expired)
	paidPayment       = eventsOf(requested, opened, paid)
	settledPayment    = eventsOf(requested, opened, paid, settled)
	mismatchedPayment = eventsOf(requested, opened, tooMuch)
	twicePaidPayment  = eventsOf(requested, opened, paid, secondPayment)
	releasedTwice     = eventsOf(requested, opened, paid, secondPayment, releasedSecond)
)

// What was taken back of the QRIS payment, and the end of its hold.
var (
	releasedSecond = SuspenseReleased{
		Identity: identity("QRIS"), Receipt: receiptOf("pay-2", "100000"), Charge: byQRIS, SuspenseID: 6, Held: true,
		By: "admin:1", Reason: "agreed", At: later,
	}
	refund30 = Reversed{
		Identity: identity("QRIS"), Reversal: reversal("rf-1", Refund, "30000"), PreviousStatus: StatusPaid,
		ClientBears: rupiah.Of("30000"), FromUnsettled: rupiah.Of("30000"), At: later,
	}
	chargedBack = Reversed{
		Identity: identity("QRIS"), Reversal: reversal("cb-1", Chargeback, "100000"), PreviousStatus: StatusPaid,
		ClientBears: rupiah.Of("100000"), FromUnsettled: byQRIS.Net, At: later,
	}
	holdEnded = HoldEnded{Identity: identity("QRIS"), FromUnsettled: byQRIS.Net, By: "admin:1", Reason: "agreed", At: later}
)

func reversal(id, kind, amount string) Reversal { return reversalOf("pay-1", id, kind, amount) }

func reversalOf(paymentID, id, kind, amount string) Reversal {
	return Reversal{
		ReversalID: id, Kind: kind, Amount: rupiah.Of(amount), Reason: "customer", By: ByProvider, ProviderPaymentID: paymentID,
	}
}

// takenBack took an amount of paidHeld, which the client bears.
func takenBack(id, kind, amount string) Reversed {
	return Reversed{
		Identity: paidHeld.Identity, Reversal: reversal(id, kind, amount), PreviousStatus: StatusPaid, ClientBears: rupiah.Of(amount), At: noon,
	}
}
