// Package simulator is the payment provider for a sandbox and for tests. It serves, over HTTP, the protocol
// that package provider calls, and sends notifications. The gateway uses only that protocol, except for the
// acts of a customer, a bank or a tester: these are the methods Pay, Settle, Expire, CompletePayout, FailPayout,
// ReversePayout, Chargeback, and those for refunds and disputes.
//
// Its state is durable: a payment or payout and the notification about it are written to its tables (schema
// state) in one transaction. An undelivered notification is sent again after 1 s, then at growing intervals up
// to 30 s, and at once after a start. Several instances may share one database. The package must not import
// package provider, so that the two do not share a misunderstanding of the protocol.
//
// # Pages
//
// The customer's pages are below PublicURL. They need no login; the id is the secret:
//
//	/simulator/invoices/{id}          invoice_url
//	/simulator/ewallets/{id}          pay_url
//	/simulator/virtual-accounts/{id}  by the id that the provider gave the VA
//	/simulator/qr-codes/{id}          and the QR code
//
// If the description of an invoice or a charge is "merchant: order", its page shows both. The pages load
// nothing from other hosts, and the forms work without scripts.
//
// # Money
//
// The books (GET /transactions) hold each payment, payout, refund and chargeback, and the gateway's own money.
// The balance (GET /balance) follows from them: a payout is debited when it is created and comes back if it
// fails or is reversed; a payment is credited when it is settled. A fee is debited when it is final: that of a
// payment at its settlement, that of a payout at its completion. A failed payout costs nothing, a reversed one
// does.
//
// # Amounts that cause failures
//
//	payment   payout      what happens
//	13013     1013013     refused with 400, nothing recorded
//	13404     1013404     500, nothing recorded
//	13504     1013504     500, but recorded: a lookup finds it
//	13508     1013508     recorded, answered after 35 s or when the caller hangs up
//	          1013402     refused, because the gateway's own money does not suffice
//	          1013403     accepted, then FAILED for that reason
//	          1013500     accepted, then FAILED with REJECTED_BY_BANK
//	          1013999     accepted, COMPLETED, and REVERSED a second later
//
// # Refunds
//
// A refund is answered with PENDING, succeeds, and is notified in the form of its product: ewallet.refund, qr.refund, or
// refund.succeeded and refund.failed. A charge is voided on its day before 23:50 in Western Indonesian Time. A whole
// refund by QR code within a day undoes the payment (VOIDED). All refunds end 30 days after the payment. The books list a
// refund once it has succeeded, and as REVERSED if it failed after that. By amount:
//
//	10300, 10301, 10303  refused at once: MAXIMUM_REFUND_AMOUNT_REACHED, PARTIAL_REFUND_NOT_SUPPORTED, REFUND_NOT_SUPPORTED
//	10302                refused at once, because the gateway's own money does not suffice
//	10304, 10305         refused at once: REFUND_IN_PROGRESS, INELIGIBLE_TRANSACTION
//	20300 to 20304       FAILED later: INELIGIBLE_TRANSACTION, INSUFFICIENT_BALANCE, REFUND_TEMPORARILY_UNAVAILABLE,
//	                     MAXIMUM_USER_BALANCE_EXCEEDED, INSUFFICIENT_BALANCE
//	13013 to 13508       as a payment of that amount
//	30300                answered with SUCCEEDED
//	30301                SUCCEEDED, and FAILED a second later: it bounced
//	30302                a charge of this amount is too late to be voided
//	30303                the notification of an invoice's refund is wrapped twice
//	30304                the void of a charge of this amount is accepted, and then FAILED
//	30305                stays PENDING until CompleteRefund or FailRefund
//
// # Disputes
//
// A customer disputes a payment by QRIS or a wallet (OpenDispute), and each status is notified: dispute.action_required,
// dispute.under_review, dispute.won, dispute.lost. The protocol has no answer, so a tester says that the network has
// the answer (ReviewDispute) and how it decides (WinDispute, LoseDispute). A loss is booked as a CHARGEBACK, which becomes
// REVERSED if the dispute is won after all. By amount of the dispute:
//
//	40300  WON as soon as the network has the answer
//	40301  LOST as soon as the network has the answer
//
// The notifications of one payment or payout are sent in order, unless Faults.Reorder is set.
package simulator
