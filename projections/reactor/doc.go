// Package reactor holds the reactors, which act on events of the log. Posting books payments into
// balances. Payouts sends approved withdrawals and settlements to the provider. Callbacks and Endpoints
// deliver callbacks to merchants, and Mails sends mails to people. PaymentWatch confirms notifications of
// money, expires payments, and closes cancelled and replaced ones. HoldEnding releases held credits, Approvals
// carries out granted acts, and Recoveries finishes ends of access. ProviderListing compares the
// provider's books with the log, and Realtime publishes to listeners. Reports takes in what the provider
// reports, in a notification or as an answer.
//
// A reactor keeps its memory in the log, never in rows of its own. It finds its work in the log or in a
// read model, reads the stream to decide whether there is anything to do, and appends the outcome as an
// event. So a reactor may be stopped, run twice at once, or sent back to position 0 at any time.
// ProviderListing keeps a cursor in the schema state, but only to save calls. Realtime is the exception:
// it appends nothing and repeats nothing. Rebuilding read models does not involve the reactors.
//
// This package imports no HTTP adapter: it declares the ports that it needs, and cmd/gateway wires the
// adapters to them.
package reactor
