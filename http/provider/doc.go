// Package provider is the gateway's side of the payment provider's HTTP protocol
// (Xendit's classic API): the client that opens payments and sends payouts, and
// the reader of the notifications that come back.
//
// It translates between that protocol and the vocabulary of gateway/domain/report.
// What a report means to the gateway is decided in the domain; nothing here stores,
// retries or logs.
package provider
