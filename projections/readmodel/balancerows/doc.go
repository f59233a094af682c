// Package balancerows has the read models of money in balances: each client's balance, blocks and totals of movements,
// hourly sums, the times of bookings, and the gateway's own treasury.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package balancerows
