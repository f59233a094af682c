// Package esdbtest starts EventStoreDB servers for tests on a loopback port, as httptest
// does for HTTP, and injects faults: lost replies, refusals, delays, cut connections,
// crashes. The protocol itself is package eventstore/server's.
package esdbtest
