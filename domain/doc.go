// Package domain holds what every aggregate shares: the Event and Aggregate
// shapes, and Refusal, the one error a decision answers with.
//
// The aggregates live in the packages below it, one each. All of them are pure:
// decide(state, command) gives events, evolve(state, event) gives state. No I/O,
// no clock, no SQL and no ids made up inside; they import the standard library
// and decimal, nothing else.
package domain
