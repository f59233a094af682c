package memoryrows_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/test/memoryrows"
	"gateway/test/rupiah"
)

// A replay may apply in one batch what the engine applied in several.
func TestARowOfAPaymentDoesNotDependOnHowItsEventsWereBatched(t *testing.T) {
	t.Parallel()
	identity := payment.Identity{ID: 1, TransactionID: "INV-7-1", ClientID: 7, Channel: "va", ChannelCode: "BCA", Amount: rupiah.Of(100_000)}
	at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	receipt := payment.Receipt{ProviderPaymentID: "pay-1", PaidAmount: rupiah.Of(100_000), PaidAt: at}
	reversed := payment.Reversed{Identity: identity, Reversal: payment.Reversal{ReversalID: "r-1", Kind: payment.Refund, Amount: rupiah.Of(1_000)}, ClientBears: rupiah.Of(1_000), At: at.Add(2 * time.Minute)}
	events := []domain.Event{
		payment.Requested{Identity: identity, At: at},
		payment.Paid{Identity: identity, Receipt: receipt, At: at.Add(time.Minute)},
		reversed,
		payment.Settled{Identity: identity, Receipt: receipt, At: at.Add(3 * time.Minute)},
	}
	var all []eventstore.Envelope
	one := memoryrows.NewMemory()
	for i, e := range events {
		env := eventstore.Envelope{Event: e}
		env.Position = eventstore.Position{Commit: int64(i + 1), Prepare: int64(i + 1)}
		all = append(all, env)
		if err := one.Apply([]eventstore.Envelope{env}); err != nil {
			t.Fatal(err)
		}
	}
	batch := memoryrows.NewMemory()
	if err := batch.Apply(all); err != nil {
		t.Fatal(err)
	}
	live, _ := json.Marshal(one.AllPayments())
	again, _ := json.Marshal(batch.AllPayments())
	if string(live) != string(again) {
		t.Errorf("one by one:   %s\nin one batch: %s", live, again)
	}
}
