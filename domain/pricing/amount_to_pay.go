package pricing

import (
	"github.com/shopspring/decimal"

	"gateway/domain"
	"gateway/domain/money"
)

// AmountToPay gives the smallest amount whose net is at least the wanted one, and
// its quote; the net is then exactly the wanted one. A *domain.Refusal of
// `net_amount` says that the fee leaves nothing of each further rupiah, or that
// the amount would be beyond money.Max.
//
// Net is not monotone in the amount: where fee and VAT step up on the same sen,
// one sen more to pay nets one sen less, so no bisection finds the answer. But
// charge never falls when the amount rises, and an amount a is enough if and only
// if a >= net + charge(a). Starting from a = net, replace a by net + charge(a)
// until it stays:
//
//   - It never passes the smallest enough amount s: from a <= s follows
//     net + charge(a) <= net + charge(s) <= s. At the start, net <= s.
//   - It rises by at least a sen each time, and where it stays, a is enough.
//
// So it stays on s. Each round shrinks the distance by the share k that a further
// rupiah is charged: log(Max)/-log(k) rounds, 9 for 2 % and below 60 for 50 %,
// which is the most that Rate.Check allows. Above that the rounds grow with
// 1/(1-k).
func AmountToPay(net decimal.Decimal, rate Rate, vatRate decimal.Decimal, includeVAT bool) (decimal.Decimal, Quote, error) {
	if !rate.leavesSomething(vatRate, includeVAT) {
		return money.Zero, Quote{}, domain.InvalidField("net_amount", "cannot be reached: the fee takes all of it")
	}
	for amount := net; !amount.GreaterThan(money.Max); {
		fee, vat := rate.charge(amount, vatRate, includeVAT)
		enough := net.Add(fee).Add(vat)
		if enough.Equal(amount) {
			return amount, Compute(amount, rate, vatRate, includeVAT), nil
		}
		amount = enough
	}
	return money.Zero, Quote{}, domain.InvalidField("net_amount", "needs an amount above %s", money.Max)
}

// leavesSomething tells whether the share k of each further rupiah is below one;
// without that the search has no end.
func (r Rate) leavesSomething(vatRate decimal.Decimal, includeVAT bool) bool {
	withVAT := hundred.Add(vatRate)
	switch {
	case includeVAT && !r.VATInclusive:
		return r.Percent.Mul(withVAT).LessThan(hundred.Mul(hundred))
	case !includeVAT && r.VATInclusive:
		return r.Percent.LessThan(withVAT)
	}
	return r.Percent.LessThan(hundred)
}
