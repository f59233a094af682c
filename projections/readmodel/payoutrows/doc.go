// Package payoutrows has the read model of withdrawals and settlements.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package payoutrows
