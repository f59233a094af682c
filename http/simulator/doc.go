// Package simulator is the payment provider of sandbox and tests: a service of
// its own that speaks the protocol which package provider calls, over real HTTP,
// and notifies as the real one does. The gateway reaches it through that protocol
// alone, but for the orders of a tester (Pay, Settle, Expire, CompletePayout,
// FailPayout, ReversePayout), which are methods.
//
// It is durable: what it acknowledged is in its tables (schema state) together
// with the notification that follows from it, and an undelivered notification is
// repeated after 1 s, doubling to 30 s, and at once after a start. Several
// instances may share one database. Package provider must not be imported here, so
// that a misunderstanding of the protocol is not shared by both sides.
//
// # Pages
//
// What a payer would see is below PublicURL, open to whoever knows the id:
//
//	/simulator/invoices/{id}          invoice_url
//	/simulator/ewallets/{id}          pay_url
//	/simulator/virtual-accounts/{id}  by the id that the provider gave the VA
//	/simulator/qr-codes/{id}          and the QR code
//
// An invoice and a charge whose description is "merchant: order" show the two apart.
// Nothing is fetched from elsewhere, and the forms work without script.
//
// # Amounts that make it fail
//
//	payment   payout      what happens
//	13013     1013013     refused with 400, nothing recorded
//	13404     1013404     500, nothing recorded
//	13504     1013504     500, but recorded: a lookup finds it
//	13508     1013508     recorded, answered only after the caller hung up or 35 s
//	          1013402     refused, because the gateway's own money does not suffice
//	          1013403     accepted, then FAILED for that reason
//	          1013500     accepted, then FAILED with REJECTED_BY_BANK
//	          1013999     accepted, COMPLETED, and REVERSED a second later
//
// Notifications are sent in the order of their events, per payment, unless Faults
// ask for something else.
package simulator
