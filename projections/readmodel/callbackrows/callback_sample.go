package callbackrows

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/file"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/eventstore"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// SampleCallbacks are the events that SampleCallback supports: those that call back the URL of a payment, a
// withdrawal or a settlement.
var SampleCallbacks = []string{
	feed.InvoicePaid, feed.InvoiceSettled, feed.InvoiceExpired,
	feed.PayoutName(balance.Withdrawal, balance.StatusCompleted), feed.PayoutName(balance.Withdrawal, balance.StatusFailed),
	feed.PayoutName(balance.Settlement, balance.StatusCompleted), feed.PayoutName(balance.Settlement, balance.StatusFailed),
}

// SampleCallback returns a callback with invented content, for a merchant who tests a receiver. The code that
// makes real callbacks makes it, too. Its id is derived from random. ok is false for an event that is not in
// SampleCallbacks.
func SampleCallback(event string, clientID int64, url string, random uuid.UUID, at time.Time) (sample Callback, ok bool) {
	for _, e := range slices.Concat(SampleHistories(clientID, url, at)...) {
		if entry, _ := feed.Of(e); entry.Type != event {
			continue
		}
		env := eventstore.Envelope{Event: e}
		env.ID = random
		var f Fold
		if f.Fold(env) != nil || len(f.Rows.List) == 0 {
			break
		}
		return f.Rows.List[0].Callback, true
	}
	return Callback{}, false
}

// refundHistories are those of refunds of a payment.
func refundHistories(i payment.Identity, clientID int64, amount decimal.Decimal, at time.Time) [][]domain.Event {
	o := payment.RefundOrder{
		RefundID: 1, RefundExternalID: "TEST-1", ProviderPaymentID: "TEST-PAYMENT-1", Amount: amount, Method: payment.MethodProvider,
		Reason: "requested_by_customer", RequestedAt: at,
	}
	requested := payment.RefundRequested{Identity: i, RefundOrder: o, At: at}
	pending := payment.RefundConfirmed{Identity: i, RefundOrder: o, Approval: payment.ApprovalOwner, At: at}
	processing := payment.RefundConfirmed{Identity: i, RefundOrder: o, At: at}
	moved := balance.Movement{At: at}
	cancelled := payment.RefundCancelled{Identity: i, RefundOrder: o, PreviousStatus: payment.RefundStatusPending, Why: "test", At: at}
	return [][]domain.Event{
		{requested, processing, balance.PaymentReversed{ClientID: clientID, Movement: moved, RefundID: 1}},
		{requested, processing, payment.RefundFailed{Identity: i, RefundOrder: o, Code: "TEST", At: at}},
		{requested, pending, payment.RefundRejected{Identity: i, RefundOrder: o, Why: "test", At: at}},
		{requested, pending, cancelled},
		{
			payment.Requested{Identity: i, ExpiresAt: at, At: at},
			payment.ReversalReturned{Identity: i, ClientGets: amount, Code: "TEST", At: at},
		},
	}
}

// slipHistories are those of withholding slips.
func slipHistories(clientID int64, at time.Time) [][]domain.Event {
	const number, period = "TEST00001", "2025-12"
	tax, moved := money.FromInt(3_000), balance.Movement{At: at}
	submitted := balance.WithholdingSubmitted{ClientID: clientID, At: at, Slip: balance.Slip{
		ID: 1, Number: number, Period: period, Gross: money.FromInt(150_000), Tax: tax, Date: "2026-01-05",
		File: file.Ref{Name: "slip.pdf", Type: "application/pdf"},
	}}
	return [][]domain.Event{
		{submitted, balance.WithholdingApproved{ClientID: clientID, Movement: moved, ID: 1, Number: number, Period: period, Tax: tax}},
		{submitted, balance.WithholdingRejected{ClientID: clientID, ID: 1, Number: number, Reason: "test", At: at}},
		{balance.WithholdingCorrected{ClientID: clientID, Movement: moved, Period: period, Tax: tax}},
	}
}

// SampleHistories returns invented histories of a client's objects, which together have an event for each of
// feed.Names. Their callbacks go to the URL.
func SampleHistories(clientID int64, url string, at time.Time) (all [][]domain.Event) {
	amount, fee, vat := money.FromInt(150_000), money.FromInt(4_000), money.FromInt(440)
	i := payment.Identity{
		ID: 1, TransactionID: "INV-TEST-1", ExternalID: "TEST-1", ClientID: clientID, Channel: "invoice", ChannelCode: "BCA",
		Amount: amount, CallbackURL: url,
	}
	receipt := payment.Receipt{
		ProviderID: "65955f1c2f1a4b0012ab34cd", UserID: "test", PaidAmount: amount, PaidAt: at,
		PaymentMethod: "BANK_TRANSFER", PaymentChannel: "BCA",
	}
	charge := payment.Charge{Fee: fee, VAT: vat, Net: amount.Sub(fee).Sub(vat)}
	requested := payment.Requested{Identity: i, ExpiresAt: at, At: at}
	paid := payment.Paid{Identity: i, Receipt: receipt, Charge: charge, PreviousStatus: payment.StatusPending, At: at}
	dispute := payment.DisputeOrder{
		DisputeID: 1, ProviderDisputeID: "dsp-test", ProviderPaymentID: receipt.ProviderID, Amount: amount, Reason: "test",
		DueBy: at.Add(7 * 24 * time.Hour), OpenedAt: at,
	}
	disputed := payment.DisputeOpened{Identity: i, DisputeOrder: dispute, At: at}
	all = [][]domain.Event{
		{requested, paid, payment.Settled{Identity: i, Receipt: receipt, Charge: charge, PreviousStatus: payment.StatusPaid, At: at}},
		{requested, payment.Expired{Identity: i, ProviderID: receipt.ProviderID, PreviousStatus: payment.StatusPending, At: at}},
		{requested, payment.Suspended{Identity: i, At: at}},
		{requested, paid, payment.Reversed{Identity: i, ClientBears: amount, At: at}},
		{
			disputed,
			payment.DisputeForwarded{Identity: i, DisputeOrder: dispute, At: at},
			payment.DisputeDecided{Identity: i, DisputeOrder: dispute, Outcome: payment.DisputeStatusWon, At: at},
		},
		{disputed, payment.DisputeDecided{Identity: i, DisputeOrder: dispute, Outcome: payment.DisputeStatusLost, At: at}},
		{disputed, payment.DisputeAccepted{Identity: i, DisputeOrder: dispute, At: at}},
		{disputed, payment.DisputeExpired{Identity: i, DisputeOrder: dispute, At: at}},
		{
			ticket.Opened{TicketID: 1, ClientID: clientID, Subject: "Test", At: at},
			ticket.Replied{TicketID: 1, ClientID: clientID, IsAdmin: true, Message: "Test", At: at},
		},
		{account.Registered{ClientID: clientID, Name: "Test", At: at}, account.Approved{ClientID: clientID, At: at}},
	}
	moved := balance.Movement{At: at}
	all = append(append(all, refundHistories(i, clientID, amount, at)...), slipHistories(clientID, at)...)
	for _, kind := range []string{balance.Withdrawal, balance.Settlement} {
		o := balance.Order{Kind: kind, ID: 1, ClientID: clientID, ExternalID: "TEST-1", Amount: amount, URL: url, RequestedAt: at}
		var begun domain.Event = balance.WithdrawalRequested{Order: o, Movement: moved}
		if kind == balance.Settlement {
			begun = balance.SettlementRequested{Order: o, Movement: moved}
		}
		approved := balance.PayoutApproved{Order: o, At: at}
		completed := balance.PayoutCompleted{Order: o, Movement: moved, TransferredBy: "provider", TransferAt: at}
		all = append(all,
			[]domain.Event{begun, approved, completed, balance.PayoutReversed{Order: o, Movement: moved}},
			[]domain.Event{begun, approved, balance.PayoutFailed{Order: o, Movement: moved, Reason: "test"}},
			[]domain.Event{begun, balance.PayoutRejected{Order: o, Movement: moved}},
			[]domain.Event{begun, balance.PayoutCancelled{Order: o, Movement: moved}})
	}
	return all
}
