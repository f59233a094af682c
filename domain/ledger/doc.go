// Package ledger holds the rules of double entry: the names of the accounts, the
// postings between them, and the rule that the postings of one event sum to zero.
//
// It decides nothing about a client: which postings an event carries, and whether the
// client has enough money for them, is decided in package balance.
package ledger
