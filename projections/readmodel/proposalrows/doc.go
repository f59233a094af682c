// Package proposalrows has the read model of proposals.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package proposalrows
