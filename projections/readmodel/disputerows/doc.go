// Package disputerows holds the read model of disputes: its rows, projector and queries. Other packages query it through
// package readmodel.
package disputerows
