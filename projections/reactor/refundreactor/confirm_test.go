package refundreactor_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/reactor/refundreactor"
)

// Of the request of a refund and the reactor, which both wait for the balance, the first one undoes what can't be held.
func TestARefundThatAnotherCallerHasUndoneIsDecided(t *testing.T) {
	t.Parallel()
	log := eventstore.NewLog(storetest.NewMemory().Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	_, err := eventstore.Execute(t.Context(), log, balance.Aggregate, balance.Stream(1), func(balance.State) ([]domain.Event, error) {
		return []domain.Event{balance.RefundNotHeld{ClientID: 1, TransactionID: "INV-1-1", RefundID: 7}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = eventstore.Execute(t.Context(), log, payment.Aggregate, payment.Stream("INV-1-1"), func(payment.State) ([]domain.Event, error) {
		return []domain.Event{payment.Requested{}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[int64]bool{7: true, 8: false} {
		decided, err := refundreactor.Confirm(t.Context(), log, 1, "INV-1-1", id, time.Time{})
		if err != nil || decided != want {
			t.Errorf("refund %d is decided: %v, %v; want %v", id, decided, err, want)
		}
	}
}
