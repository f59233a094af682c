// Package report holds what the payment provider says, in the gateway's words: a
// report on a payment or on a payout, a booking of the provider's own books, and
// the errors of a call to the provider.
//
// The adapter (http/provider) translates the provider's protocol into these types.
// Reactors and audits work on them and know no protocol. What a report means for a
// payment or a payout is decided by the packages payment and balance.
package report
