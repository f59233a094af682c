// Package paymentrows holds the read models of payments and recorded transactions, and of their money:
// suspense, reversals, holds and the provider's reports. It has their rows, projectors and queries. Other
// packages query them through package readmodel.
package paymentrows
