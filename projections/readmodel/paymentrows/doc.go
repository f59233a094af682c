// Package paymentrows has the read models of payments and recorded transactions, and of their money: suspense,
// reversals, holds and what the provider reports.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package paymentrows
