// Package statement sums what changed a client's balance in a period, as statements and tax reports show it:
// how much was paid in, what it cost, how much VAT (PPN) that includes, and what was paid out. It reads the
// postings of movements, and decides nothing.
//
// All amounts are in rupiah with two decimals, and their sign is that of the change of the balance: what a
// payout took is negative. Fees and VAT are positive if the gateway earned them.
package statement
