package treasury

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"

	"github.com/shopspring/decimal"
)

var noon = time.Date(2026, 1, 31, 5, 0, 0, 0, time.UTC)

func entry(change func(*EnterCmd)) EnterCmd {
	cmd := EnterCmd{
		ID: 1, Kind: TopUp, Amount: decimal.NewFromInt(5_000_000), ValueDate: "2026-01-30", Today: "2026-01-31",
		Reference: "BCA 2026-01-30 line 4", Note: "float", By: "admin:1", At: noon,
	}
	change(&cmd)
	return cmd
}

func entered(cmd EnterCmd, from, to string) Entered {
	return Entered{
		ID: cmd.ID, Kind: cmd.Kind, Reference: cmd.Reference, Amount: cmd.Amount, Postings: ledger.Transfer(from, to, cmd.Amount),
		ValueDate: cmd.ValueDate, Note: cmd.Note, By: cmd.By, At: cmd.At,
	}
}

// The checks are met in order: each request is valid in every earlier respect.
func TestEnter(t *testing.T) {
	t.Parallel()
	enter := func(change func(*EnterCmd)) func(Entry) ([]domain.Event, error) {
		return func(s Entry) ([]domain.Event, error) { return Enter(s, entry(change)) }
	}
	same := func(*EnterCmd) {}
	other := func(cmd *EnterCmd) { cmd.ID = 2 }
	first := []domain.Event{entered(entry(same), ledger.ProviderClearing, ledger.BankOperating)}
	domaintest.Run(t, Entries, []domaintest.Case[Entry]{
		{Name: "a retry does nothing", Given: first, When: enter(func(cmd *EnterCmd) { cmd.Kind = "" })},
		{Name: "no such kind", Given: first, When: enter(func(cmd *EnterCmd) { cmd.ID, cmd.Kind, cmd.Amount = 2, "gift", decimal.Zero }), Refused: "invalid_field kind"},
		{Name: "accounts of another kind", When: enter(func(cmd *EnterCmd) { cmd.From, cmd.Amount = ledger.Equity, decimal.Zero }), Refused: "invalid_field from"},
		{Name: "an opening from a client's account", When: enter(func(cmd *EnterCmd) { cmd.Kind, cmd.From, cmd.To = Opening, ledger.Available(7), ledger.Equity }), Refused: "invalid_field from"},
		{Name: "an opening without its other account", When: enter(func(cmd *EnterCmd) { cmd.Kind, cmd.From = Opening, ledger.Equity }), Refused: "invalid_field to"},
		{Name: "an opening onto itself", When: enter(func(cmd *EnterCmd) { cmd.Kind, cmd.From, cmd.To = Opening, ledger.Equity, ledger.Equity }), Refused: "invalid_field to"},
		{Name: "nothing", When: enter(func(cmd *EnterCmd) { cmd.Amount, cmd.ValueDate = decimal.Zero, "x" }), Refused: "invalid_field amount"},
		{Name: "less than nothing", When: enter(func(cmd *EnterCmd) { cmd.Amount = decimal.NewFromInt(-1) }), Refused: "invalid_field amount"},
		{Name: "three decimals", When: enter(func(cmd *EnterCmd) { cmd.Amount = decimal.RequireFromString("1.001") }), Refused: "invalid_field amount"},
		{Name: "no day", When: enter(func(cmd *EnterCmd) { cmd.ValueDate, cmd.Reference = "2026-02-30", "" }), Refused: "invalid_field value_date"},
		{Name: "a day of another century", When: enter(func(cmd *EnterCmd) { cmd.ValueDate = "1926-01-30" }), Refused: "invalid_field value_date"},
		{Name: "the day before the first", When: enter(func(cmd *EnterCmd) { cmd.ValueDate = "1999-12-31" }), Refused: "invalid_field value_date"},
		{Name: "a day far ahead", When: enter(func(cmd *EnterCmd) { cmd.ValueDate = "2026-02-08" }), Refused: "invalid_field value_date"},
		{Name: "no reference", Given: first, When: enter(func(cmd *EnterCmd) { cmd.ID, cmd.Reference = 2, "" }), Refused: "invalid_field reference"},
		{Name: "a reference of another entry", Given: first, When: enter(other), Refused: "reference_used reference"},
		{Name: "the last day allowed", When: enter(func(cmd *EnterCmd) { cmd.ValueDate = "2026-02-07" }), Then: []domain.Event{
			entered(entry(func(cmd *EnterCmd) { cmd.ValueDate = "2026-02-07" }), ledger.ProviderClearing, ledger.BankOperating),
		}},
		{Name: "the first day", When: enter(func(cmd *EnterCmd) { cmd.ValueDate = "2000-01-01" }), Then: []domain.Event{
			entered(entry(func(cmd *EnterCmd) { cmd.ValueDate = "2000-01-01" }), ledger.ProviderClearing, ledger.BankOperating),
		}},
		{Name: "without a day it is today", When: enter(func(cmd *EnterCmd) { cmd.ValueDate = "" }), Then: []domain.Event{
			entered(entry(func(cmd *EnterCmd) { cmd.ValueDate = "2026-01-31" }), ledger.ProviderClearing, ledger.BankOperating),
		}},
	})
}

// Money that comes to one of the gateway's own accounts makes it more negative.
func TestEachKindMovesMoneyBetweenItsAccounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, from, to, left, came string }{
		{kind: TopUp, left: "provider:clearing", came: "bank:operating"},
		{kind: ProviderWithdrawal, left: "bank:operating", came: "provider:clearing"},
		{kind: BankCharge, left: "cost:bank", came: "bank:operating"},
		{kind: OwnerIn, left: "bank:operating", came: "equity"},
		{kind: OwnerOut, left: "equity", came: "bank:operating"},
		{kind: TaxPayment, left: "tax:vat", came: "bank:operating"},
		{kind: Opening, left: "provider:clearing", came: "equity"},
		{kind: Opening, from: "bank:operating", to: "bank:payouts", left: "bank:operating", came: "bank:payouts"},
	} {
		events, err := Enter(Entry{}, entry(func(cmd *EnterCmd) { cmd.Kind, cmd.From, cmd.To = c.kind, c.from, c.to }))
		if err != nil {
			t.Fatal(err)
		}
		e := events[0].(Entered)
		want := fmt.Sprint([]ledger.Posting{{Account: c.left, Amount: e.Amount.Neg()}, {Account: c.came, Amount: e.Amount}})
		if fmt.Sprint(e.Postings) != want || !ledger.Sum(e.Postings).IsZero() {
			t.Errorf("%s posts %v, want %v", c.kind, e.Postings, want)
		}
	}
}
