package safeguarding_test

import (
	"testing"

	"gateway/domain/safeguarding"

	"github.com/shopspring/decimal"
)

func TestOurMoneyCoversWhatIsOwedOrIsShort(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		balances                     map[string]int64
		own, owed, difference, short int64
	}{
		"nothing": {balances: nil},
		"bank, transit and providers cover": {
			balances: map[string]int64{
				"bank:operating": -500, "bank:xendit:transit": -200, "bank:doku-1:transit": -10,
				"provider:xendit:clearing": -1_000, "provider:xendit:payouts": 300, "provider:doku-1:clearing": -90,
				"client:*:available": 900, "client:*:unsettled": 200, "client:*:held": 100, "suspense": 50,
				"revenue:fees": 250, "equity": 0,
			},
			own: 1_500, owed: 1_250, difference: 250,
		},
		"a client who owes us does not reduce what we owe others": {
			balances: map[string]int64{"provider:xendit:clearing": -100, "client:1:available": 130, "client:2:receivable": -30},
			own:      100, owed: 130, difference: -30, short: 30,
		},
		"clients' accounts are summed by kind": {
			balances: map[string]int64{"bank:operating": -30, "client:1:held": 10, "client:2:held": 20},
			own:      30, owed: 30,
		},
		"an overdrawn account of ours is a lack": {
			balances: map[string]int64{"bank:operating": 70, "provider:xendit:clearing": -100, "client:*:available": 40},
			own:      30, owed: 40, difference: -10, short: 10,
		},
		"fees, taxes, costs and equity are neither": {
			balances: map[string]int64{
				"revenue:fees": 5, "tax:vat": 6, "cost:bank": -7, "cost:provider": -8, "equity": 9, "bank:payouts": 1, "client:*:receivable": -6,
			},
		},
	} {
		p := safeguarding.Of(decimals(c.balances))
		for what, amounts := range map[string][2]decimal.Decimal{
			"own": {p.Own, decimal.NewFromInt(c.own)}, "owed": {p.Owed, decimal.NewFromInt(c.owed)},
			"difference": {p.Difference, decimal.NewFromInt(c.difference)}, "short": {p.Short, decimal.NewFromInt(c.short)},
		} {
			if !amounts[0].Equal(amounts[1]) {
				t.Errorf("%s: %s is %s, want %s", name, what, amounts[0], amounts[1])
			}
		}
		if p.Covered != (c.short == 0) {
			t.Errorf("%s: covered is %t", name, p.Covered)
		}
	}
}

func TestTheLinesOfAProofAreInOrderAndAddUp(t *testing.T) {
	t.Parallel()
	p := safeguarding.Of(decimals(map[string]int64{
		"suspense": 3, "client:2:available": 2, "client:1:available": 1, "provider:xendit:clearing": -9, "bank:operating": -4,
	}))
	want := []safeguarding.Line{
		{Side: "own", Account: "bank:operating"},
		{Side: "own", Account: "provider:xendit:clearing"},
		{Side: "owed", Account: "client:*:available"},
		{Side: "owed", Account: "suspense"},
	}
	sums := map[string]decimal.Decimal{}
	for i, line := range p.Lines {
		sums[line.Side] = sums[line.Side].Add(line.Amount)
		if i >= len(want) || line.Side != want[i].Side || line.Account != want[i].Account {
			t.Errorf("line %d is %+v", i, line)
		}
	}
	if len(p.Lines) != len(want) || !sums["own"].Equal(p.Own) || !sums["owed"].Equal(p.Owed) {
		t.Errorf("the lines are %+v, and sum to %v", p.Lines, sums)
	}
}

func decimals(amounts map[string]int64) map[string]decimal.Decimal {
	all := map[string]decimal.Decimal{}
	for account, amount := range amounts {
		all[account] = decimal.NewFromInt(amount)
	}
	return all
}
