// Package why says what a payment, a payout, a callback or a balance waits for, in words, and
// which event says so. It is one pure function a subject over the events of its streams: it
// reads no read model and no clock, and it can't fail.
//
// # Types
//
//   - A Fact is an event with its Place in the log.
//   - A World is what the subject's own events do not say: the time, read models that halted,
//     clients that are parked, approvals and callbacks about the subject.
//   - A Reason is one thing that the subject waits for, or the way in which it ended: a Code of
//     the closed list Codes, the place of the event that says so, and what the words need.
//   - An Answer has the reasons, those that are waited for first. It is never empty.
//
// # The path of one request
//
// `gateway why INV-7-1` and GET /admin/why/INV-7-1 take the same way. The name becomes a
// subject, and package story reads the facts from the log: the payment's stream, the postings
// of it, its callbacks, the approvals about it. OfPayment folds the facts event by event, and
// remembers for each open thing the place of the event that opened it. What is open at the end
// becomes a reason. Text makes a sentence of each reason, in Indonesian or in English.
//
// A merchant gets ForMerchant of the answer: reasons that are the gateway's own business take
// the code that the table names for merchants, or are left out, and notes of the staff are gone.
package why
