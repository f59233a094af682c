package listing

import (
	"regexp"
	"time"

	"gateway/domain"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// plainAmount is an amount of a parameter: digits and at most two decimals, neither signed nor grouped nor with an exponent.
var plainAmount = regexp.MustCompile(`^[0-9]{1,13}(\.[0-9]{1,2})?$`)

// Selection reads the parameters amount_from, amount_to and sort of a list, whose period begins at from. Refusals: invalid_field
// amount_from and amount_to for what is no amount, or if the limits contradict each other; invalid_field from if the period has no
// begin, because amounts are looked for among the rows of a period.
func Selection(amountFrom, amountTo, sort string, from time.Time) (s readtable.Selection, err error) {
	var wrongFrom, wrongTo error
	s.Sort = readtable.Sort(sort)
	s.AmountFrom, wrongFrom = amount("amount_from", amountFrom)
	s.AmountTo, wrongTo = amount("amount_to", amountTo)
	if err := domain.Together(wrongFrom, wrongTo); err != nil {
		return s, err
	}
	switch {
	case s.AmountFrom != nil && s.AmountTo != nil && s.AmountTo.LessThan(*s.AmountFrom):
		return s, domain.InvalidField("amount_to", "must not be less than amount_from")
	case from.IsZero() && (s.HasAmounts() || s.Sort.ByAmount()):
		return s, domain.InvalidField("from", "is required with amount_from, amount_to and an order by amount")
	}
	return s, nil
}

func amount(name, text string) (*decimal.Decimal, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // no limit
	}
	if !plainAmount.MatchString(text) {
		return nil, domain.InvalidField(name, "must be an amount in rupiah of 0 or more, such as 150000 or 150000.50")
	}
	d, err := decimal.NewFromString(text)
	return &d, err
}
