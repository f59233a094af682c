package reactortest

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/eventstore"
	"gateway/test/rupiah"
)

// Withdraw gives the client enough money and requests a withdrawal that needs no approval.
func (w *ProviderFixture) Withdraw(client, id, amount int64) balance.Order {
	w.T.Helper()
	o := balance.Order{
		ID: id, ClientID: client, ExternalID: "WD", Amount: rupiah.Of(amount), Fee: rupiah.Of(5_000), FeeVAT: rupiah.Of(495), VATRate: rupiah.Of(11),
		By: "client", Bank: "BCA", AccountNumber: "1234567890", AccountHolder: "Budi", URL: "http://127.0.0.1:1/",
	}
	w.On(client, func(s balance.State) ([]domain.Event, error) {
		return balance.Adjust(s, balance.AdjustCmd{ClientID: client, Amount: rupiah.Of(amount + 5_000), Reason: "test", By: "admin:1", Reference: fmt.Sprint("adj-", id), At: w.Clock.Now()})
	})
	w.On(client, func(s balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(s, balance.RequestCmd{Order: o, Auto: balance.AutoApproval{On: true}, At: w.Clock.Now()})
	})
	o.Kind = balance.Withdrawal
	return o
}

// On executes a decision about the client's balance.
func (w *ProviderFixture) On(client int64, decide func(balance.State) ([]domain.Event, error)) {
	w.T.Helper()
	_, err := eventstore.Execute(context.Background(), w.Log, balance.Aggregate, balance.Stream(client), decide)
	w.Must(err)
}

// StatusOf returns the status of the payout.
func (w *ProviderFixture) StatusOf(o balance.Order) string {
	return w.Balance(o.ClientID).StatusOf(o.Kind, o.ID)
}

// Transfers counts the provider's transfers for the order.
func (w *ProviderFixture) Transfers(o balance.Order) (n int) {
	w.T.Helper()
	w.Must(w.Connect(w.EventsDSN).QueryRow(
		`SELECT count(*) FROM state.simulator_disbursements WHERE starts_with(external_id, $1 || '-')`, o.Name()).Scan(&n))
	return n
}
