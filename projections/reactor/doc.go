// Package reactor holds the reactors, which act on events of the log: Posting books
// payments into balances, Payouts sends approved withdrawals and settlements to the
// provider, Callbacks delivers callbacks to merchants, Mails sends mails to people, PaymentConfirming asks the provider
// about notifications of money, PaymentPolling about payments at their expiry,
// ProviderListing compares the provider's books with the log, and Realtime publishes to
// listeners. Reports takes in what the provider reports, by notification or when
// asked.
//
// A reactor keeps its memory in the log, never in rows of its own. It finds its work
// in the log or in a read model, decides on the stream whether there is anything to
// do, and appends the outcome as an event. So a reactor may be stopped, run twice at
// once, or sent back to position 0 at any time. The cursor of ProviderListing, in the
// schema state, only spares calls. Realtime is the exception: it appends nothing and
// repeats nothing. Reactors take no part in rebuilds of read models.
//
// This package imports no adapter of http: it declares the ports that it needs, and
// cmd/gateway wires the adapters to them.
package reactor
