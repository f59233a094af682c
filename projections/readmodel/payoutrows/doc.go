// Package payoutrows holds the read model of payouts, which are withdrawals and settlements: its rows,
// projector and queries. Other packages query it through package readmodel.
package payoutrows
