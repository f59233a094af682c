// Package memoryrows has read models in memory, for the feed, samples and simulations. They fold events with the same
// code as the tables.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package memoryrows
