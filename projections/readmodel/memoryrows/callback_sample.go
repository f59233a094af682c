package memoryrows

import (
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"

	"github.com/google/uuid"
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
func SampleCallback(event string, clientID int64, url string, random uuid.UUID, at time.Time) (sample callbackrows.Callback, ok bool) {
	for _, e := range sampleEvents(clientID, url, at) {
		if entry, _ := feed.Of(e); entry.Type != event {
			continue
		}
		env := eventstore.Envelope{Event: e}
		env.ID = random
		var f callbackrows.Fold
		if f.Fold(env) != nil {
			return callbackrows.Callback{}, false
		}
		return f.Rows.List[0].Callback, true
	}
	return callbackrows.Callback{}, false
}

func sampleEvents(clientID int64, url string, at time.Time) (events []domain.Event) {
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
	events = []domain.Event{
		payment.Paid{Identity: i, Receipt: receipt, Charge: charge, PreviousStatus: payment.StatusPending, At: at},
		payment.Settled{Identity: i, Receipt: receipt, Charge: charge, PreviousStatus: payment.StatusPaid, At: at},
		payment.Expired{Identity: i, ProviderID: receipt.ProviderID, PreviousStatus: payment.StatusPending, At: at},
	}
	for _, kind := range []string{balance.Withdrawal, balance.Settlement} {
		o := balance.Order{Kind: kind, ID: 1, ClientID: clientID, ExternalID: "TEST-1", Amount: amount, URL: url, RequestedAt: at}
		events = append(events,
			balance.PayoutCompleted{Order: o, Movement: balance.Movement{At: at}, TransferredBy: "provider", TransferAt: at},
			balance.PayoutFailed{Order: o, Movement: balance.Movement{At: at}, Reason: "test"})
	}
	return events
}
