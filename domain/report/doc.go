// Package report holds the gateway's types for the payment provider's reports: a report on a payment or on a
// payout, a booking in the provider's own books, and the errors of a call to the provider.
//
// The adapter (http/outbound/provider) translates the provider's protocol into these types. Reactors and
// audits use them and know no protocol. The packages payment and balance decide what a report changes.
package report
