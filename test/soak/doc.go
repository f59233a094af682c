// Package soak keeps two instances of the gateway busy for a given time (`make soak LENGTH=1h`; in `make test`
// for seconds): merchants with all their operations at a constant rate, receivers of callbacks that are slow,
// dead or lying, listeners in realtime, and by turns a rebuild, a signed checkpoint and a fail-over. Meanwhile
// it samples memory, goroutines, descriptors, lag and latency of both instances, and draws a chart. Afterwards
// nothing may have grown, everything that was acknowledged must exist, and all invariants must hold.
package soak
