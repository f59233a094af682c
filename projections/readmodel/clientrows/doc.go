// Package clientrows holds the read models of clients, their API keys, their apps and their account activity:
// the rows, projectors and queries. Other packages query them through package readmodel.
package clientrows
