// Package searchrows has the search over the rows of all features. It has no table of its own.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package searchrows
