// Package idempotency answers the POSTs that create, on every surface, once per
// Idempotency-Key. What is created, and by which rules, is the business of the
// surface that asks.
package idempotency
