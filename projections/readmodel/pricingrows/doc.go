// Package pricingrows has the read models of settings: rates, banks and what a transfer costs.
// The row, the projector and the queries are in it; other packages query through package readmodel.
package pricingrows
