// Package books answers auditors' questions from the event log: a client's balance history, a client's
// balance at a moment, and the trial balance over all accounts. The amounts come from the events of the
// balance streams. The read models are optional and only tell which part of a stream to read.
//
// Checks of the installation belong in package verify; the comparison with the provider's books belongs in
// package reconcile.
package books
