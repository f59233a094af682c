package treasury_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/domain/treasury"

	"github.com/shopspring/decimal"
)

var noon = time.Date(2026, 1, 31, 5, 0, 0, 0, time.UTC)

func entry(change func(*treasury.EnterCmd)) treasury.EnterCmd {
	cmd := treasury.EnterCmd{
		ID: 1, Kind: treasury.TopUp, Amount: decimal.NewFromInt(5_000_000), ValueDate: "2026-01-30", Today: "2026-01-31",
		Reference: "BCA 2026-01-30 line 4", Note: "float", By: "admin:1", At: noon,
	}
	change(&cmd)
	return cmd
}

func entered(cmd treasury.EnterCmd, from, to string) treasury.Entered {
	return treasury.Entered{
		ID: cmd.ID, Kind: cmd.Kind, Connection: "xendit", Reference: cmd.Reference, Amount: cmd.Amount, Postings: ledger.Transfer(from, to, cmd.Amount),
		ValueDate: cmd.ValueDate, Note: cmd.Note, By: cmd.By, At: cmd.At,
	}
}

// The checks are met in order: each request is valid in every earlier respect.
func TestEnter(t *testing.T) {
	t.Parallel()
	enter := func(change func(*treasury.EnterCmd)) func(treasury.Entry) ([]domain.Event, error) {
		return func(s treasury.Entry) ([]domain.Event, error) { return treasury.Enter(s, entry(change)) }
	}
	same := func(*treasury.EnterCmd) {}
	other := func(cmd *treasury.EnterCmd) { cmd.ID = 2 }
	first := []domain.Event{entered(entry(same), ledger.ProviderClearing("xendit"), ledger.BankOperating)}
	domaintest.Run(t, treasury.Entries, []domaintest.Case[treasury.Entry]{
		{Name: "a retry does nothing", Given: first, When: enter(func(cmd *treasury.EnterCmd) { cmd.Kind = "" })},
		{Name: "no such kind", Given: first, When: enter(func(cmd *treasury.EnterCmd) { cmd.ID, cmd.Kind, cmd.Amount = 2, "gift", decimal.Zero }), Refused: "invalid_field kind"},
		{Name: "accounts of another kind", When: enter(func(cmd *treasury.EnterCmd) { cmd.From, cmd.Amount = ledger.Equity, decimal.Zero }), Refused: "invalid_field from"},
		{Name: "an opening from a client's account", When: enter(func(cmd *treasury.EnterCmd) {
			cmd.Kind, cmd.From, cmd.To = treasury.Opening, ledger.Available(7), ledger.Equity
		}), Refused: "invalid_field from"},
		{Name: "an opening without its other account", When: enter(func(cmd *treasury.EnterCmd) { cmd.Kind, cmd.From = treasury.Opening, ledger.Equity }), Refused: "invalid_field to"},
		{Name: "an opening onto itself", When: enter(func(cmd *treasury.EnterCmd) {
			cmd.Kind, cmd.From, cmd.To = treasury.Opening, ledger.Equity, ledger.Equity
		}), Refused: "invalid_field to"},
		{Name: "nothing", When: enter(func(cmd *treasury.EnterCmd) { cmd.Amount, cmd.ValueDate = decimal.Zero, "x" }), Refused: "invalid_field amount"},
		{Name: "less than nothing", When: enter(func(cmd *treasury.EnterCmd) { cmd.Amount = decimal.NewFromInt(-1) }), Refused: "invalid_field amount"},
		{Name: "three decimals", When: enter(func(cmd *treasury.EnterCmd) { cmd.Amount = decimal.RequireFromString("1.001") }), Refused: "invalid_field amount"},
		{Name: "no day", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate, cmd.Reference = "2026-02-30", "" }), Refused: "invalid_field value_date"},
		{Name: "a day of another century", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "1926-01-30" }), Refused: "invalid_field value_date"},
		{Name: "the day before the first", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "1999-12-31" }), Refused: "invalid_field value_date"},
		{Name: "a day far ahead", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "2026-02-08" }), Refused: "invalid_field value_date"},
		{Name: "no reference", Given: first, When: enter(func(cmd *treasury.EnterCmd) { cmd.ID, cmd.Reference = 2, "" }), Refused: "invalid_field reference"},
		{Name: "a reference of another entry", Given: first, When: enter(other), Refused: "reference_used reference"},
		{Name: "the last day allowed", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "2026-02-07" }), Then: []domain.Event{
			entered(entry(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "2026-02-07" }), ledger.ProviderClearing("xendit"), ledger.BankOperating),
		}},
		{Name: "the first day", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "2000-01-01" }), Then: []domain.Event{
			entered(entry(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "2000-01-01" }), ledger.ProviderClearing("xendit"), ledger.BankOperating),
		}},
		{Name: "without a day it is today", When: enter(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "" }), Then: []domain.Event{
			entered(entry(func(cmd *treasury.EnterCmd) { cmd.ValueDate = "2026-01-31" }), ledger.ProviderClearing("xendit"), ledger.BankOperating),
		}},
	})
}

// Money that comes to one of the gateway's own accounts makes it more negative.
func TestEachKindMovesMoneyBetweenItsAccounts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, from, to, left, came string }{
		{kind: treasury.TopUp, left: "provider:xendit:clearing", came: "bank:operating"},
		{kind: treasury.ProviderWithdrawal, left: "bank:operating", came: "provider:xendit:clearing"},
		{kind: treasury.BankCharge, left: "cost:bank", came: "bank:operating"},
		{kind: treasury.OwnerIn, left: "bank:operating", came: "equity"},
		{kind: treasury.OwnerOut, left: "equity", came: "bank:operating"},
		{kind: treasury.ProviderSent, left: "bank:xendit:transit", came: "provider:xendit:clearing"},
		{kind: treasury.TransitArrived, left: "bank:operating", came: "bank:xendit:transit"},
		{kind: treasury.BankInterest, left: "bank:operating", came: "revenue:interest"},
		{kind: treasury.InterestTax, left: "cost:interest_tax", came: "bank:operating"},
		{kind: treasury.TransferBounced, left: "bank:operating", came: "bank:bounced"},
		{kind: treasury.BounceSettled, left: "bank:bounced", came: "bank:operating"},
		{kind: treasury.TaxPayment, left: "tax:vat", came: "bank:operating"},
		{kind: treasury.RoundingToVAT, left: "tax:rounding", came: "tax:vat"},
		{kind: treasury.VATToRounding, left: "tax:vat", came: "tax:rounding"},
		{kind: treasury.Opening, left: "provider:xendit:clearing", came: "equity"},
		{kind: treasury.Opening, from: "bank:operating", to: "provider:xendit:payouts", left: "bank:operating", came: "provider:xendit:payouts"},
	} {
		events, err := treasury.Enter(treasury.Entry{}, entry(func(cmd *treasury.EnterCmd) { cmd.Kind, cmd.From, cmd.To = c.kind, c.from, c.to }))
		if err != nil {
			t.Fatal(err)
		}
		e := events[0].(treasury.Entered)
		want := fmt.Sprint([]ledger.Posting{{Account: c.left, Amount: e.Amount.Neg()}, {Account: c.came, Amount: e.Amount}})
		if fmt.Sprint(e.Postings) != want || !ledger.Sum(e.Postings).IsZero() {
			t.Errorf("%s posts %v, want %v", c.kind, e.Postings, want)
		}
	}
}
