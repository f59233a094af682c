// Package histories records what the clients of one account saw while instances of the gateway were killed and
// frozen. It then looks for an order of all these operations in which an account that does one operation at a
// time gives the same answers (Porcupine). If there is no such order, the gateway broke a promise, whatever its
// tables say.
//
// A history belongs to one account: requests for payouts under idempotency keys, their repetitions,
// cancellations, the decisions of an administrator, corrections, payments, and reads of the balance and of
// payouts. Two instances on one log serve it. An operation without an answer stays open: it may have taken
// effect at any time after it was sent, or never.
//
// Three specifications judge each history:
//
//   - Decisions: all answers but reads fit one account (account_test.go).
//   - Reads: a read shows what was acknowledged before it was sent. Refusals stay out, because
//     a refusal may rest on a write that is decided but not shown yet.
//   - Keys: the same key and body give one answer, another body a conflict (key_test.go).
//
// `make test` judges a few histories. `make histories N=200` judges any number and reports its progress. After
// a failure the test prints a short story and the seed, and writes a page that shows the whole history. The
// seed gives the same choices and faults, but not the same interleaving.
package histories
