// Package adminrows has the read model of administrators.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package adminrows
