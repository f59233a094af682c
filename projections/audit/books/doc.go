// Package books reads what auditors ask for from the event log: a client's balance
// history, his balance at a moment, and the trial balance over all accounts. The
// answers come from the events of the balance streams; a read model only says in
// which part of a stream to look, and is optional.
//
// Checks of the installation belong in package verify, the comparison with the
// provider's books in package reconcile.
package books
