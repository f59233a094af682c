package books_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/projections/audit/books"

	"github.com/shopspring/decimal"
)

// decideBalance executes a command on the balance of client 7.
func decideBalance(t *testing.T, log *eventstore.Log, decide func(balance.State) ([]domain.Event, error)) {
	t.Helper()
	if _, err := eventstore.Execute(t.Context(), log, balance.Aggregate, balance.Stream(7), decide); err != nil {
		t.Fatal(err)
	}
}

func TestHistoryAndBalancesAreReadFromTheStream(t *testing.T) {
	t.Parallel()
	log := openLog(t, postgrestest.Database(t))
	decideBalance(t, log, func(b balance.State) ([]domain.Event, error) {
		return balance.Post(b, []balance.PostCmd{{
			Source: balance.Source{Store: log.Store().ID(), Commit: 1, Prepare: 1}, ClientID: 7, At: noon,
			Event: payment.Paid{
				Identity: payment.Identity{ID: 1, TransactionID: "INV-7-1", ClientID: 7, AppID: 1, Channel: "qris", Amount: decimal.NewFromInt(100_000)},
				Receipt:  payment.Receipt{PaidAmount: decimal.NewFromInt(100_000), PaidAt: noon},
				Charge:   payment.Charge{Fee: decimal.NewFromInt(631), VAT: decimal.NewFromInt(69), Net: decimal.NewFromInt(99_300)},
				At:       noon,
			},
		}})
	})
	decideBalance(t, log, func(b balance.State) ([]domain.Event, error) {
		return balance.RequestWithdrawal(b, balance.RequestCmd{Order: balance.Order{
			ID: 1, ClientID: 7, ExternalID: "WD-7-1", Amount: decimal.NewFromInt(50_000), Fee: decimal.NewFromInt(5_000),
			By: "client", Bank: "BCA", AccountNumber: "1234567890",
		}, At: noon})
	})
	reader := books.Reader{Log: log}
	var lines []string
	err := reader.History(t.Context(), 7, books.Range{}, func(m books.Movement) error {
		raw, err := json.Marshal([]any{m.Kind, m.Reference, m.Amount, m.BalanceAfter})
		lines = append(lines, string(raw))
		return err
	})
	want := []string{`["balance.credited","INV-7-1",99300,99300]`, `["withdrawal.requested","WD-7-1",0,99300]`}
	if err != nil || strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\n got %v\nwant %v", err, lines, want)
	}
	began, err := log.Store().ReadAll(t.Context(), eventstore.Position{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	before, err := reader.BalanceAt(t.Context(), 7, began[0].BookedAt.Add(-1))
	if err != nil || !before.Available.IsZero() {
		t.Errorf("before the first movement: %v, %v", before, err)
	}
	then, err := reader.BalanceAt(t.Context(), 7, time.Time{})
	if err != nil || then.Available.String() != "44300" || then.Held.String() != "55000" {
		t.Errorf("after the last movement: %+v, %v", then, err)
	}
	trial, err := reader.TrialBalance(t.Context(), time.Time{}, nil)
	if err != nil || !trial.Sum.IsZero() || len(trial.Accounts) != 5 {
		t.Errorf("the trial balance is %+v, %v", trial, err)
	}
}
