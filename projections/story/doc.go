// Package story gathers the events about one payment, payout, callback or balance from anywhere in the log.
// From them it explains why the subject is in its present state (package why), and lists what happened to it,
// in order (Timeline).
//
// # The path of one request
//
//  1. Parse reads the name of a subject: `INV-7-1`, `withdrawals/17`, `cb_ab12`, `clients/7`.
//  2. Reader loads the subject's own events: a payment's from its stream, a payout's from the
//     revisions of its client's balance stream that the read model `trails` names.
//  3. It looks for other events about the subject: callbacks, approvals, refused notifications,
//     the posting's watermark and parked client, halted read models.
//  4. Package why folds all of that without I/O; or Timeline puts it into log order.
//
// Read models only tell where events are. The answers come from the events, so a lagging read model makes an
// answer older, but never wrong.
package story
