// Package provider is the client of the payment provider's HTTP protocol (Xendit's classic
// API), and the parser of its notifications.
//
// It translates between that protocol and the types of gateway/domain/report. The domain
// decides what a report means; the package stores, retries and logs nothing.
package provider
