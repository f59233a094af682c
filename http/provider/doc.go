// Package provider is the gateway's side of the payment provider's HTTP protocol
// (Xendit's classic API): the client that opens payments and sends payouts, and
// the reader of the notifications that come back.
//
// The five products of the protocol are one surface here: a Channel, an Opened
// payment, a PaymentSnapshot, a Disbursement, a Notification. What a payment means
// to the gateway is decided elsewhere; nothing here stores, retries or logs.
package provider
