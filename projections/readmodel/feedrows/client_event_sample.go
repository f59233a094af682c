package feedrows

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/money"
	"gateway/domain/payment"
	"gateway/domain/ticket"
	"gateway/eventstore"

	"github.com/google/uuid"
)

// SampleClientEvent returns an entry with invented content, for a merchant who tests a callback endpoint. Its
// type is invoice.paid if types includes it, otherwise the first of types. The code that makes real entries
// makes it, too. random becomes its id.
func SampleClientEvent(types []string, clientID int64, random uuid.UUID, at time.Time) ClientEvent {
	wanted := feed.InvoicePaid
	if len(types) > 0 && !slices.Contains(types, wanted) {
		wanted = types[0]
	}
	for _, history := range sampleHistories(clientID, at) {
		f := newClientEventFold()
		for _, e := range history {
			f.need(e)
			env := eventstore.Envelope{Event: e}
			env.ID = random
			made, err := f.foldOne(env)
			if err == nil && made != nil && made.Type == wanted {
				return *made
			}
		}
	}
	// Every name has a sample; a test checks this.
	return ClientEvent{ClientID: clientID, EventID: random, Type: wanted, CreatedAt: at, Data: []byte("{}")}
}

// sampleHistories returns a history for each type of entry. The last event of each gives the entry; the
// earlier ones create its object.
func sampleHistories(clientID int64, at time.Time) (all [][]domain.Event) {
	amount, fee, vat := money.FromInt(150_000), money.FromInt(4_000), money.FromInt(440)
	i := payment.Identity{
		ID: 1, TransactionID: "INV-TEST-1", ExternalID: "TEST-1", ClientID: clientID, Channel: "invoice", ChannelCode: "BCA", Amount: amount,
	}
	receipt := payment.Receipt{
		ProviderID: "65955f1c2f1a4b0012ab34cd", PaidAmount: amount, PaidAt: at, PaymentMethod: "BANK_TRANSFER", PaymentChannel: "BCA",
	}
	charge := payment.Charge{Fee: fee, VAT: vat, Net: amount.Sub(fee).Sub(vat)}
	requested := payment.Requested{Identity: i, ExpiresAt: at, At: at}
	paid := payment.Paid{Identity: i, Receipt: receipt, Charge: charge, PreviousStatus: payment.StatusPending, At: at}
	all = [][]domain.Event{
		{requested, paid, payment.Settled{Identity: i, Receipt: receipt, Charge: charge, PreviousStatus: payment.StatusPaid, At: at}},
		{requested, payment.Expired{Identity: i, PreviousStatus: payment.StatusPending, At: at}},
		{requested, payment.Suspended{Identity: i, At: at}},
		{requested, paid, payment.Reversed{Identity: i, ClientBears: amount, At: at}},
		{
			ticket.Opened{TicketID: 1, ClientID: clientID, Subject: "Test", At: at},
			ticket.Replied{TicketID: 1, ClientID: clientID, IsAdmin: true, Message: "Test", At: at},
		},
		{account.Registered{ClientID: clientID, Name: "Test", At: at}, account.Approved{ClientID: clientID, At: at}},
	}
	moved := balance.Movement{At: at}
	for _, kind := range []string{balance.Withdrawal, balance.Settlement} {
		o := balance.Order{Kind: kind, ID: 1, ClientID: clientID, ExternalID: "TEST-1", Amount: amount, RequestedAt: at}
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
