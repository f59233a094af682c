// Package esdbtest starts EventStoreDB servers for tests on loopback ports, alone or as a cluster of three,
// as httptest does for HTTP. It causes faults: lost replies, refusals, delays, cut connections, crashes,
// elections, followers that lag. Package eventstore/esdbserver implements the protocol itself.
package esdbtest
