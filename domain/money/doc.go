// Package money says what an amount is: rupiah as a decimal.Decimal with at most
// two decimals, how it is read from JSON, and the one way it is rounded.
//
// Fees, balances and postings live elsewhere; nothing here adds or moves money.
package money
