// Package domain holds the types that all aggregates share: Event, Aggregate, and Refusal, the error of a
// decision.
//
// Each package below it holds one aggregate, or plain rules such as money and ledger. All of them are pure:
// decide(state, command) returns events or a refusal, evolve(state, event) returns the next state. They do no
// I/O, read no clock and draw no ids or random numbers, and they import only the standard library and
// decimal.
package domain
