package payment_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/test/moneystates"

	"github.com/shopspring/decimal"
)

// In every earlier state of the money, a SETTLED from the provider is recorded once, and frees what is held
// of that money and nothing else.
func TestSettledIsRecordedInEveryStateOfTheMoney(t *testing.T) {
	t.Parallel()
	n := 0
	for state := range moneystates.All() {
		n++
		before := payment.Aggregate.Fold(payment.State{}, state.Events...)
		first, err := payment.Settle(before, state.Settle())
		if err != nil {
			t.Fatalf("%s: %v", state.Name, err)
		}
		if recorded := slices.DeleteFunc(slices.Clone(first), func(e domain.Event) bool { return !tellsSettled(e) }); len(recorded) != 1 || len(first) != 1 {
			t.Errorf("%s: SETTLED is recorded by %s, want one event", state.Name, typesOf(first))
			continue
		}
		held, free := clientMoney(t, state.Events)
		heldAfter, freeAfter := clientMoney(t, append(slices.Clip(state.Events), first...))
		if freed := freeAfter.Sub(free); !freed.Equal(state.Held) || !held.Sub(heldAfter).Equal(state.Held) {
			t.Errorf("%s: SETTLED frees %s, want %s", state.Name, freed, state.Held)
		}
		again, err := payment.Settle(payment.Aggregate.Fold(before, first...), state.Settle())
		if err != nil || len(again) > 0 {
			t.Errorf("%s: SETTLED again gives %s, %v", state.Name, typesOf(again), err)
		}
	}
	if n < 500 {
		t.Errorf("%d states only: the table is not what it was", n)
	}
}

func tellsSettled(e domain.Event) bool {
	switch e := e.(type) {
	case payment.Settled, payment.SuspenseSettled:
		return true
	case payment.HoldEnded:
		return e.IsSettled()
	}
	return false
}

func typesOf(events []domain.Event) string {
	types := []string{}
	for _, e := range events {
		types = append(types, fmt.Sprintf("%s %+v", e.EventType(), e))
	}
	return "[" + strings.Join(types, ", ") + "]"
}

// clientMoney returns what the client has after the events: unsettled, and available less receivable.
func clientMoney(t *testing.T, events []domain.Event) (unsettled, free decimal.Decimal) {
	t.Helper()
	var s balance.State
	for i, e := range events {
		posted, err := balance.Post(s, []balance.PostCmd{{Source: balance.Source{Store: "a", Commit: int64(i + 1)}, Event: e, ClientID: 7}})
		if err != nil && balance.MovesMoney(e) {
			t.Fatal(err)
		}
		s = balance.Aggregate.Fold(s, posted...)
	}
	return s.Totals.Unsettled, s.Totals.Available.Add(s.Totals.Receivable)
}
