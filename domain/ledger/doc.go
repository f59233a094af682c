// Package ledger holds the rules of double entry: the names of the accounts, the postings between them, and
// the rule that the postings of one event sum to zero.
//
// It decides nothing about a client: package balance decides which postings an event carries, and whether the
// client has enough money for them.
package ledger
