// Package rupiah writes amounts of money in tests.
package rupiah

import "github.com/shopspring/decimal"

// Of returns an amount in rupiah: Of(150_000), or Of("0.25") if it has decimals. It panics if the text is not a number.
func Of[T int | int64 | string](amount T) decimal.Decimal {
	switch a := any(amount).(type) {
	case int:
		return decimal.NewFromInt(int64(a))
	case int64:
		return decimal.NewFromInt(a)
	case string:
		return decimal.RequireFromString(a)
	}
	panic("unreachable")
}
