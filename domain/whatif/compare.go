package whatif

import (
	"maps"
	"slices"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/statement"

	"github.com/shopspring/decimal"
)

// Comparison compares what payments brought with what they would have brought under a rule.
type Comparison struct {
	// Channels holds the sums for each channel that was paid with. Total is the sum of all channels.
	Channels []Channel  `json:"channels"`
	Total    Difference `json:"total"`
	// Voided is how many payments are left out because they were taken back as a whole, with their fees.
	Voided int64 `json:"voided"`
	// Balance is the effect of the payments on the client's balance at the end.
	Balance BalanceDifference `json:"balance"`
}

// Channel holds the sums of the payments of one channel.
type Channel struct {
	ChannelCode string `json:"channel_code"`
	Difference
}

// Difference is hypothetical minus actual, over Count payments. Amounts are in rupiah.
type Difference struct {
	Count        int64             `json:"count"`
	Actual       statement.Amounts `json:"actual"`
	Hypothetical statement.Amounts `json:"hypothetical"`
	Difference   statement.Amounts `json:"difference"`
}

// BalanceDifference is the change on the client's accounts.
type BalanceDifference struct {
	Actual       Balance `json:"actual"`
	Hypothetical Balance `json:"hypothetical"`
	Difference   Balance `json:"difference"`
}

// Balance is a client's balance, in rupiah. Available is below zero if the client could not have withdrawn
// what it did, or owes money.
type Balance struct {
	Total     decimal.Decimal `json:"saldo"`
	Available decimal.Decimal `json:"saldo_yang_bisa_ditarik"`
	Unsettled decimal.Decimal `json:"belum_settle"`
}

// Compare computes what the payments had brought by the time at, and what they would have brought under the
// rule. now is the client's balance at that time. Withdrawals and refunds to customers stay as they were.
func Compare(payments []Payment, rule Rule, now Balance, at time.Time) Comparison {
	channels := make(map[string]Difference)
	c := Comparison{Channels: []Channel{}, Balance: BalanceDifference{Actual: now, Hypothetical: now}}
	for _, p := range payments {
		if p.Voided {
			c.Voided++
			continue
		}
		then := rule.quote(p)
		d := Difference{Count: 1, Actual: amountsOf(p.Quote), Hypothetical: amountsOf(then)}
		channels[p.ChannelCode] = channels[p.ChannelCode].plus(d)
		c.Total = c.Total.plus(d)
		actual := p.onBalance(p.Net, Rule{}.unsettledAt(p, at))
		hypothetical := p.onBalance(then.Net, rule.unsettledAt(p, at))
		c.Balance.Hypothetical = c.Balance.Hypothetical.plus(hypothetical.minus(actual))
	}
	for _, code := range slices.Sorted(maps.Keys(channels)) {
		c.Channels = append(c.Channels, Channel{code, channels[code]})
	}
	c.Balance.Difference = c.Balance.Hypothetical.minus(c.Balance.Actual)
	return c
}

// onBalance returns what a payment leaves on the balance. What was taken back reduces the held part first,
// then the available part.
func (p Payment) onBalance(net decimal.Decimal, unsettled bool) Balance {
	left := net.Sub(p.Reversed)
	if unsettled && left.IsPositive() {
		return Balance{Total: left, Unsettled: left}
	}
	return Balance{Total: left, Available: left}
}

func amountsOf(q pricing.Quote) statement.Amounts {
	return statement.Amounts{Gross: q.Gross, Fee: q.Fee, VAT: q.VAT, Net: q.Net}
}

func (d Difference) plus(o Difference) Difference {
	actual, hypothetical := d.Actual.Plus(o.Actual), d.Hypothetical.Plus(o.Hypothetical)
	return Difference{d.Count + o.Count, actual, hypothetical, hypothetical.Minus(actual)}
}

func (b Balance) plus(o Balance) Balance {
	return Balance{b.Total.Add(o.Total), b.Available.Add(o.Available), b.Unsettled.Add(o.Unsettled)}
}

func (b Balance) minus(o Balance) Balance {
	return Balance{b.Total.Sub(o.Total), b.Available.Sub(o.Available), b.Unsettled.Sub(o.Unsettled)}
}
