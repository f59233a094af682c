// Package histories records what the clients of one account saw while instances of the
// gateway were killed and frozen, and looks for an order of all these operations in which
// an account that does one at a time gives the same answers (Porcupine). Where there is
// none, the gateway broke a promise, whatever its tables say.
//
// A history is one account's: requests for payouts under idempotency keys, their
// repetitions, cancellations, the decisions of an administrator, corrections, payments,
// and reads of the balance and of payouts. Two instances on one log serve it. An operation
// without an answer stays open: it may have taken effect at any time after it was sent, or
// never.
//
// Three specifications judge each history:
//
//   - Decisions: all answers but reads fit one account (account_test.go).
//   - Reads: what was acknowledged before a read was sent is in it. Refusals stay out: one
//     may rest on a write that is decided, and not shown yet.
//   - Keys: the same key and body give one answer, another body a conflict (key_test.go).
//
// `make test` judges a few histories. `make histories N=200` judges any number and says how
// far it is. After a failure the test prints a short story and the seed, and writes a page
// that shows the whole history; the seed gives the same choices and faults, not the
// same interleaving.
package histories
