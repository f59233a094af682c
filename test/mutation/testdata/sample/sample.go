// Package sample is changed by the tests of package mutation.
package sample

import "github.com/shopspring/decimal"

const most = 10

// Cut returns n, but at most 10. Its test does not check the bound.
func Cut(n int) int {
	if n > most {
		n = most
	}
	return n
}

// Owes reports whether the amount is below zero.
func Owes(amount decimal.Decimal) bool { return amount.IsNegative() }

// Whole reports whether either number is even.
func Whole(a, b int) bool { return a%2 == 0 || b%2 == 0 }
