package why

import (
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"
)

var (
	noon  = time.Date(2026, 1, 2, 5, 0, 0, 0, time.UTC) // 12:00 in Jakarta
	later = noon.Add(time.Hour)
)

// facts places events one after the other in one stream, from position 1 on.
func facts(events ...domain.Event) []Fact { return factsFrom(1, "stream", events...) }

func factsFrom(position int64, stream string, events ...domain.Event) (all []Fact) {
	for i, e := range events {
		all = append(all, Fact{Event: e, Place: Place{
			Stream: stream, Revision: int64(i), Position: position + int64(i), Type: e.EventType(),
			At: noon.Add(time.Duration(i) * time.Minute),
		}})
	}
	return all
}

func events(e ...domain.Event) []domain.Event { return e }

func then(before []domain.Event, more ...domain.Event) []domain.Event {
	return append(append([]domain.Event{}, before...), more...)
}

// The events of a virtual account of 100,000, and of a QRIS payment, whose credit is held.
var (
	va   = payment.Identity{ID: 1, TransactionID: "INV-7-1", ClientID: 7, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of("100000")}
	qris = payment.Identity{ID: 1, TransactionID: "INV-7-1", ClientID: 7, Channel: "qris", ChannelCode: "QRIS", Amount: rupiah.Of("100000")}

	received  = payment.Receipt{ProviderID: "prov-1", ProviderPaymentID: "pay-1", PaidAmount: rupiah.Of("100000"), PaidAt: noon}
	tooMuch   = payment.Receipt{ProviderID: "prov-1", ProviderPaymentID: "pay-2", PaidAmount: rupiah.Of("150000"), PaidAt: noon}
	charge    = payment.Charge{Fee: rupiah.Of("4000"), VAT: rupiah.Of("440"), Net: rupiah.Of("95560")}
	requested = payment.Requested{
		Identity: va, Rates: map[string]pricing.Rate{"BCA": {Flat: rupiah.Of("4000")}}, ExpiresAt: later, At: noon,
	}
	opened   = payment.Opened{Identity: va, ProviderID: "prov-1", VANumber: "8808", ExpiresAt: later, At: noon}
	open     = events(requested, opened)
	paid     = payment.Paid{Identity: va, Receipt: received, Charge: charge, At: noon}
	paidHeld = payment.Paid{Identity: qris, Receipt: received, Charge: charge, Held: true, At: noon}
	settled  = payment.Settled{Identity: va, Receipt: received, Charge: charge, At: noon}
	freed    = payment.Settled{Identity: qris, Receipt: received, Charge: charge, Held: true, FromUnsettled: charge.Net, At: noon}
	news     = payment.News{Receipt: received, Status: report.Paid}
)

func suspend(reason string) payment.Suspended {
	return payment.Suspended{Identity: va, Receipt: tooMuch, SuspenseID: 5, Reason: reason, At: noon}
}

// The events of a withdrawal of 50,000.
var (
	order = balance.Order{
		Kind: balance.Withdrawal, ID: 17, ClientID: 7, ExternalID: "WD-17", Amount: rupiah.Of("50000"), Total: rupiah.Of("55000"),
	}
	withdrawal = balance.WithdrawalRequested{Order: order}
	approved   = balance.PayoutApproved{Order: order, By: "admin:1", At: noon}
	submitted  = balance.PayoutSubmitted{Order: order, Reference: "withdrawal-7-17-00c0ffee", Attempt: 1, At: noon}
	accepted   = balance.PayoutAccepted{Order: order, ProviderID: "disb-1", At: noon}
	completed  = balance.PayoutCompleted{Order: order, ProviderID: "disb-1", TransferredBy: "provider"}
	unknown    = balance.PayoutUnknown{Order: order, Reason: balance.NoAnswer, At: noon}
	sent       = events(withdrawal, approved, submitted)
)

func failedAttempt(n int) callback.Attempted {
	next := later
	return callback.Attempted{CallbackID: "cb_1", ClientID: 7, Attempt: n, ResponseStatus: 500, NextAttemptAt: &next, At: noon}
}
