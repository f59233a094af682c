// Package statement sums what changed a client's balance in a period, as statements and
// tax reports show it: how much was paid, what it cost, how much VAT (PPN) is in that, what
// was paid out. It reads the postings of movements, and decides nothing.
//
// All amounts are rupiah with two decimals, and signed as they change the balance: what a
// payout took is negative. Fees and VAT are positive where the gateway earned them.
package statement
