// Command bench measures the gateway on the machine that it runs on: `make bench`, or
// `go run ./test/bench -h`. It prints each figure beside a floor that it takes in the
// same run: what PostgreSQL alone does.
//
// It starts a durable PostgreSQL, builds the gateway, runs it with all projections and
// reactors, and generates the load. All three share the cores. The data that a
// measurement needs (accounts, payments, long histories) is appended to the log by the
// packages of the event store, or copied into its table for the parts growth, longest and many,
// and the read models follow.
//
// A figure that misses its target is printed as such. The exit status says only whether
// the measurements themselves worked.
package main
