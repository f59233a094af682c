// Package sample is changed by the tests of package mutation.
package sample

import "github.com/shopspring/decimal"

const most = 10

// Cut gives n, at most 10; its test does not look at the bound.
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
