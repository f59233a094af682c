package reconcile

import (
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/test/moneystates"

	"github.com/shopspring/decimal"
)

// Whatever happened to a customer's money, the equation holds both before and after the provider settles it.
// The provider credits money when it settles it, and debits what it takes back.
func TestTheEquationHoldsInEveryStateOfTheMoney(t *testing.T) {
	t.Parallel()
	for state := range moneystates.All() {
		if state.PaidTwice {
			continue // the customer got the money back twice, a difference that a person must see
		}
		atProvider := state.TakenBack.Neg()
		if state.Undone {
			atProvider = decimal.Zero
		}
		if e := equationOf(t, state.Events, atProvider); !e.Holds() {
			t.Errorf("%s: before SETTLED the equation is off: %+v", state.Name, e)
		}
		if state.Undone {
			continue // it is never settled
		}
		settled, err := payment.Settle(payment.Aggregate.Fold(payment.State{}, state.Events...), state.Settle())
		if err != nil {
			t.Fatal(err)
		}
		e := equationOf(t, append(state.Events[:len(state.Events):len(state.Events)], settled...), atProvider.Add(state.Paid()))
		if !e.Holds() || !e.Unsettled.Equal(state.Others) {
			t.Errorf("%s: after SETTLED the equation is off: %+v", state.Name, e)
		}
	}
}

// equationOf returns the equation for a payment's events and their postings.
func equationOf(t *testing.T, events []domain.Event, atProvider decimal.Decimal) Equation {
	t.Helper()
	m := newMoney("xendit")
	var client balance.State
	for i, e := range events {
		m.fold(eventstore.Envelope{Event: e})
		if !balance.MovesMoney(e) {
			continue
		}
		posted, err := balance.Post(client, []balance.PostCmd{{Source: balance.Source{Store: "a", Commit: int64(i + 1)}, Event: e, ClientID: 7}})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range posted {
			m.fold(eventstore.Envelope{Event: p})
		}
		client = balance.Aggregate.Fold(client, posted...)
	}
	return newEquation(&m, atProvider)
}
