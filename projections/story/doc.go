// Package story gathers the events about one payment, payout, callback or balance from the
// log, wherever they are, and answers from them why it is as it is (package why) and what
// happened to it, in order (Timeline).
//
// # The path of one request
//
//  1. Parse reads the name of a subject: `INV-7-1`, `withdrawals/17`, `cb_ab12`, `clients/7`.
//  2. Reader loads the subject's own events: a payment's from its stream, a payout's from the
//     revisions of its client's balance stream that the read model `trails` names.
//  3. It looks for what others say of it: callbacks, approvals, refused notifications, the
//     posting's watermark and parked client, halted read models.
//  4. Package why folds all of that without I/O; or Timeline puts it into the log's order.
//
// Read models are asked only where events are. What is answered comes from the events, so a
// read model that lags makes an answer older, and never wrong.
package story
