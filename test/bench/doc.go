// Command bench measures the gateway on the machine it runs on and prints each
// figure as a ratio to a floor taken in the same run: `make bench`, or
// `go run ./test/bench -h`.
//
// It starts a durable PostgreSQL of its own, builds the gateway and runs it as it
// is served, with every projection and reactor on, and is itself the load
// generator: all three share the cores. What has to be there before (accounts,
// payments, long histories) is appended to the log by the event store's own
// packages, and the read models follow as they always do.
//
// Nothing is asserted here: a figure short of its target is printed as such, and the
// exit code says only whether the measuring itself worked.
package main
