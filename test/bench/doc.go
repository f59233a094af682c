// Command bench measures the gateway on this machine: `make bench`, or `go run ./test/bench -h`. It prints each
// figure beside a floor that it measures in the same run: the rate of PostgreSQL alone.
//
// It starts a durable PostgreSQL, builds the gateway, runs it with all projections and reactors, and generates
// the load. All three share the cores. The packages of the event store append the data that a measurement needs
// (accounts, payments, long histories) to the log; for the parts growth, longest and many it is copied into the
// log's table. The read models follow.
//
// A figure that misses its target is printed as such. The exit status only says whether the measurements
// themselves worked.
package main
