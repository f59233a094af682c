// Package snapadapter is the client of payment providers that speak SNAP BI, Indonesia's national standard, and
// the reader of their notifications.
//
// It translates between the standard and the types of gateway/domain/report, as package provider does for
// Xendit's classic API. The domain decides what a report means; the package stores, retries and logs nothing.
// What differs from one company to another is data: a Dialect. A connection of a known dialect needs no code.
package snapadapter
