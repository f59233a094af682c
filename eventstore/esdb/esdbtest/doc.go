// Package esdbtest starts servers that speak EventStoreDB's protocol on a loopback
// port, in the manner of httptest, and makes them fail on demand. The protocol is
// package server's; this one knows networks and faults only.
package esdbtest
