package pricing

import (
	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

// AmountToPay returns the smallest amount in whole rupiah whose net is at least the wanted net, and its
// quote. The refusal is invalid_field net_amount, if the fee takes all of each further rupiah, or the amount
// would be above money.Max.
//
// Net is not monotone in the amount: where fee and VAT both step up at the same sen, paying one sen more nets
// one sen less. So a bisection does not work. But charge never falls when the amount rises, and a whole
// amount a is enough if and only if a >= ceil(net + charge(a)). Starting from a = ceil(net), replace a by
// ceil(net + charge(a)) until it stays the same:
//
//   - It never passes s, the smallest amount that is enough: if a <= s, then
//     ceil(net + charge(a)) <= ceil(net + charge(s)) <= s. At the start, ceil(net) <= s.
//   - It rises by at least a rupiah in each round, and when it stays the same, a is enough.
//
// So it ends at s. Each round shrinks the distance by the factor k, the share that is charged of a further
// rupiah. That makes log(Max)/-log(k) rounds: 9 for 2 %, and below 60 for 50 %, the most that Rate.Check
// allows.
func AmountToPay(net decimal.Decimal, rate Rate, vatRate decimal.Decimal, includeVAT bool) (decimal.Decimal, Quote, error) {
	if !rate.leavesSomething(vatRate, includeVAT) {
		return money.Zero, Quote{}, domain.InvalidField("net_amount", "cannot be reached: the fee takes all of it")
	}
	for amount := net.Ceil(); !amount.GreaterThan(money.Max); {
		fee, vat := rate.charge(amount, vatRate, includeVAT)
		enough := net.Add(fee).Add(vat).Ceil()
		if enough.Equal(amount) {
			return amount, Compute(amount, rate, vatRate, includeVAT), nil
		}
		amount = enough
	}
	return money.Zero, Quote{}, domain.InvalidField("net_amount", "needs an amount above %s", money.Max)
}

// leavesSomething reports whether less than a whole rupiah is charged of each further rupiah. Otherwise the
// search would not end.
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
