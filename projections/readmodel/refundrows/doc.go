// Package refundrows holds the read model of refunds: its rows, projector and queries. Other packages query it
// through package readmodel.
package refundrows
