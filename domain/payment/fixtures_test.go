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

func story(events ...domain.Event) []domain.Event { return events }

type decision = func(State) ([]domain.Event, error)

func by(code string) Identity {
	return Identity{ID: 1, TransactionID: "INV-7-1", ClientID: 7, Channel: "invoice", ChannelCode: code, Amount: rupiah.Of("100000")}
}

func receiptOf(paymentID, amount string) Receipt {
	return Receipt{ProviderID: "prov-1", ProviderPaymentID: paymentID, PaidAmount: rupiah.Of(amount), PaidAt: noon}
}

// The life of an invoice of 100,000. QRIS credits are held until SETTLED.
var (
	requested = Requested{
		Identity: by("INVOICE"),
		Rates: map[string]pricing.Rate{
			"INVOICE": {Flat: rupiah.Of("4000")}, "BCA": {Flat: rupiah.Of("4000")},
			"QRIS": {Percent: rupiah.Of("0.7"), VATInclusive: true}, "OVO": {Percent: rupiah.Of("1.5")},
		},
		HoldUntilSettled: []string{"QRIS"}, VATRate: rupiah.Of("11"),
		Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560"), ExpiresAt: later, At: noon,
	}
	opened  = Opened{Identity: by("INVOICE"), ProviderID: "prov-1", InvoiceURL: "https://pay.example/1", ExpiresAt: later, At: noon}
	refused = Refused{Identity: by("INVOICE"), Code: "provider_refused", Message: "no", At: noon}
	expired = Expired{Identity: by("INVOICE"), ProviderID: "prov-1", PreviousStatus: StatusPending, At: noon}

	byOVO  = Charge{Fee: rupiah.Of("1500"), VAT: rupiah.Of("165"), Net: rupiah.Of("98335"), VATRate: rupiah.Of("11")}
	byQRIS = Charge{Fee: rupiah.Of("630.63"), VAT: rupiah.Of("69.37"), Net: rupiah.Of("99300"), VATRate: rupiah.Of("11")}
	paid   = Paid{Identity: by("OVO"), Receipt: receiptOf("pay-1", "100000"), Charge: byOVO, PreviousStatus: StatusPending, At: noon}
	held   = Paid{Identity: by("QRIS"), Receipt: receiptOf("pay-1", "100000"), Charge: byQRIS, PreviousStatus: StatusPending, Held: true, At: noon}
	done   = Settled{Identity: by("OVO"), Receipt: receiptOf("pay-1", "100000"), Charge: byOVO, PreviousStatus: StatusPaid, At: later}
	freed  = Settled{Identity: by("QRIS"), Receipt: receiptOf("pay-1", "100000"), Charge: byQRIS, PreviousStatus: StatusPaid, Held: true, At: later}

	// 150,000 came instead of 100,000, by QRIS.
	tooMuch    = Suspended{Identity: by("QRIS"), Receipt: receiptOf("pay-9", "150000"), SuspenseID: 5, Reason: ReasonAmountMismatch, At: noon}
	tooMuchIs  = Charge{Fee: rupiah.Of("945.95"), VAT: rupiah.Of("104.05"), Net: rupiah.Of("148950"), VATRate: rupiah.Of("11")}
	released   = SuspenseReleased{Identity: by("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchIs, SuspenseID: 5, Held: true, By: "admin:1", Reason: "agreed", At: later}
	refunded   = SuspenseRefunded{Identity: by("QRIS"), Receipt: receiptOf("pay-9", "150000"), SuspenseID: 5, By: "admin:1", Reason: "agreed", At: later}
	paidBySusp = Paid{Identity: by("QRIS"), Receipt: receiptOf("pay-9", "150000"), Charge: tooMuchIs, PreviousStatus: StatusPending, Held: true, SuspenseID: 5, At: later}
	suspSettl  = SuspenseSettled{Identity: by("QRIS"), SuspenseID: 5, At: later}
	secondOne  = Suspended{Identity: by("QRIS"), Receipt: receiptOf("pay-2", "100000"), SuspenseID: 6, Reason: ReasonSecondPayment, At: noon}
)

// Stories that cases start from.
var (
	openStory     = story(requested, opened)
	failedStory   = story(requested, refused)
	expiredStory  = story(requested, opened, expired)
	paidStory     = story(requested, opened, paid)
	settledStory  = story(requested, opened, paid, done)
	mismatchStory = story(requested, opened, tooMuch)
	secondStory   = story(requested, opened, paid, secondOne)
)
