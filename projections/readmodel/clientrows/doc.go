// Package clientrows has the read models of clients, their API keys, their apps and what happened to their accounts.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package clientrows
