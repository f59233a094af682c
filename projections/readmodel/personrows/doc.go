// Package personrows has the read model of people who log in for a client.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package personrows
