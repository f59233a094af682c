// Package feedrows has the read models of the feed of events that a client reads, and of the endpoints that it is
// sent to.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package feedrows
