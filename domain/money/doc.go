// Package money defines amounts: rupiah as a decimal.Decimal with at most two decimals. It
// reads them from JSON and rounds them.
//
// Fees are in package pricing, postings in package ledger.
package money
