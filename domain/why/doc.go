// Package why explains in words what a payment, a payout, a callback or a balance waits for, and which event
// shows it. It is one pure function per subject over the events of its streams: it reads no read model and no
// clock, and it can't fail.
//
// # Types
//
//   - A Fact is an event with its Place in the log.
//   - A World holds what the subject's own events do not say: the time, read models that halted,
//     clients that are parked, approvals and callbacks about the subject.
//   - A Reason is one thing that the subject waits for, or the way in which it ended: a Code of
//     the closed list Codes, the place of the event that shows it, and the values for its words.
//   - An Answer holds the reasons; those that wait for someone come first. It is never empty.
//
// # The path of one request
//
// `gateway why INV-7-1` and GET /admin/why/INV-7-1 work the same way. The name becomes a subject, and package
// story reads the facts from the log: the payment's stream, its postings, its callbacks, the approvals about
// it. OfPayment folds the facts event by event, and remembers for each open matter the place of the event
// that opened it. What is open at the end becomes a reason. Text turns each reason into a sentence, in
// Indonesian or in English.
//
// A merchant gets the result of ForMerchant: reasons that are internal to the gateway get the code that the
// table has for merchants, or are left out, and notes of the staff are removed.
package why
