package statement_test

import (
	"strings"
	"testing"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/statement"

	"github.com/shopspring/decimal"
)

var dec = decimal.RequireFromString

func amounts(gross, fee, vat, net string) statement.Amounts {
	return statement.Amounts{Gross: dec(gross), Fee: dec(fee), VAT: dec(vat), Net: dec(net)}
}

func TestEveryMovementIsInOneLineWithItsParts(t *testing.T) {
	t.Parallel()
	payout := []ledger.Posting{
		{Account: ledger.Held(7), Amount: dec("-55000")},
		{Account: ledger.ProviderPayouts("xendit"), Amount: dec("50000")},
		{Account: ledger.RevenueFees, Amount: dec("4504.5")},
		{Account: ledger.TaxVAT, Amount: dec("495.5")},
	}
	for _, c := range []struct {
		rule, kind string
		postings   []ledger.Posting
		line       string
		want       statement.Amounts
	}{
		{
			"a payment brings its gross amount, less fee and VAT", "balance.credited",
			ledger.Credit(ledger.ProviderClearing("xendit"), ledger.Available(7), dec("100000"), dec("4000"), dec("440"), dec("95560")),
			statement.Payments, amounts("100000", "4000", "440", "95560"),
		},
		{
			"a held payment does the same", "balance.credited",
			ledger.Credit(ledger.ProviderClearing("xendit"), ledger.Unsettled(7), dec("100000"), dec("630.63"), dec("69.37"), dec("99300")),
			statement.Payments, amounts("100000", "630.63", "69.37", "99300"),
		},
		{
			"a payment that its fee takes whole is a payment", "balance.credited",
			ledger.Credit(ledger.ProviderClearing("xendit"), ledger.Available(7), dec("4000"), dec("3603.6"), dec("396.4"), dec("0")),
			statement.Payments, amounts("4000", "3603.6", "396.4", "0"),
		},
		{
			"money released from suspense is a payment", "balance.suspense_released",
			ledger.Credit(ledger.Suspense, ledger.Available(7), dec("90000"), dec("4000"), dec("440"), dec("85560")),
			statement.Payments, amounts("90000", "4000", "440", "85560"),
		},
		{
			"a chargeback takes the gross amount, and leaves the fee", "balance.payment_reversed",
			[]ledger.Posting{
				{Account: ledger.ProviderClearing("xendit"), Amount: dec("100000")},
				{Account: ledger.Available(7), Amount: dec("-20000")},
				{Account: ledger.Receivable(7), Amount: dec("-80000")},
			},
			statement.Reversals, amounts("-100000", "0", "0", "-100000"),
		},
		{
			"a void turns fee and VAT round", "balance.payment_reversed",
			ledger.Reversed(ledger.Credit(ledger.ProviderClearing("xendit"), ledger.Available(7), dec("100000"), dec("4000"), dec("440"), dec("95560"))),
			statement.Reversals, amounts("-100000", "-4000", "-440", "-95560"),
		},
		{"a payout takes the amount, its fee and the VAT", "payout.completed", payout, statement.Payouts, amounts("-50000", "4504.5", "495.5", "-55000")},
		{
			"a payout that comes back brings all of it", "payout.reversed", ledger.Reversed(payout),
			statement.ReturnedPayouts, amounts("50000", "-4504.5", "-495.5", "55000"),
		},
		{
			"a correction has no fee", "balance.adjusted", ledger.Transfer(ledger.Equity, ledger.Available(7), dec("-250.5")),
			statement.Adjustments, amounts("-250.5", "0", "0", "-250.5"),
		},
		{"what is held changes nothing", "withdrawal.requested", ledger.Transfer(ledger.Available(7), ledger.Held(7), dec("55000")), "", amounts("0", "0", "0", "0")},
		{"what is settled changes nothing", "balance.settled", ledger.Transfer(ledger.Unsettled(7), ledger.Available(7), dec("1")), "", amounts("0", "0", "0", "0")},
		{
			"money that comes into suspense is not the client's", "balance.suspense_received",
			ledger.Transfer(ledger.ProviderClearing("xendit"), ledger.Suspense, dec("90000")), "", amounts("0", "0", "0", "0"),
		},
		{
			"a kind that is not known is not lost", "balance.invented", ledger.Transfer(ledger.Equity, ledger.Held(7), dec("3")),
			statement.Other, amounts("3", "0", "0", "3"),
		},
	} {
		got := statement.AmountsOf(7, c.postings)
		if !got.Minus(c.want).IsZero() {
			t.Errorf("%s: %+v, want %+v", c.rule, got, c.want)
		}
		var totals statement.Totals
		if in := totals.Add(c.kind, got); in != (c.line != "") {
			t.Errorf("%s: it is in a line: %t", c.rule, in)
		}
		for _, name := range statement.Lines() {
			want := int64(0)
			if name == c.line {
				want = 1
			}
			if n := totals.Of(name).Count; n != want {
				t.Errorf("%s: the line %s has %d movements, want %d", c.rule, name, n, want)
			}
		}
	}
}

// within lists the kinds that change no balance, because they move money between the client's own accounts,
// or between accounts of others.
var within = map[string]bool{
	"balance.settled": true, "balance.hold_ended": true, "balance.suspense_received": true, "balance.suspense_refunded": true,
	"withdrawal.requested": true, "settlement.requested": true, "payout.rejected": true, "payout.cancelled": true, "payout.failed": true,
	"refund.held": true, "refund.released": true,
	"dispute.held": true, "dispute.released": true,
}

func TestAStatementKnowsEveryKindOfMovement(t *testing.T) {
	t.Parallel()
	for _, e := range balance.Events() {
		if _, moves := e.(balance.Mover); !moves {
			continue
		}
		kind, _, _ := strings.Cut(e.EventType(), ".v")
		if known := statement.LineOf(kind) != statement.Other; known == within[kind] {
			t.Errorf("%s: in a line %t, changes no balance %t", kind, known, within[kind])
		}
	}
}

func TestTotalsAddUpLineByLine(t *testing.T) {
	t.Parallel()
	var a, b statement.Totals
	a.Add("balance.credited", amounts("100", "4", "1", "95"))
	b.Add("balance.credited", amounts("50", "2", "0.5", "47.5"))
	b.Add("payout.completed", amounts("-20", "5", "0.55", "-25.55"))
	both := a.Plus(b)
	if sum := both.Sum(); sum.Count != 3 || !sum.Minus(amounts("130", "11", "2.05", "116.95")).IsZero() {
		t.Errorf("the sum is %+v", sum)
	}
	if paid := both.Of(statement.Payments); paid.Count != 2 || !paid.Minus(amounts("150", "6", "1.5", "142.5")).IsZero() {
		t.Errorf("payments are %+v", paid)
	}
	if lines := both.Lines(); len(lines) != 6 || lines[0].Line != statement.Payments || lines[4].Line != statement.Adjustments || lines[5].Line != statement.Withholding {
		t.Errorf("the lines are %+v", lines)
	}
}
