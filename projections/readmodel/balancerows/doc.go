// Package balancerows holds the read models of money: each client's balance, the blocks, totals and hourly
// sums of movements, the booking times, and the gateway's own treasury. It has their rows, projectors and
// queries. Other packages query them through package readmodel.
package balancerows
