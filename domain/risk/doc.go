// Package risk finds the signs of risk of a payout: what a careful person would look at before the money leaves. Facts go
// in, signs come out. A sign never blocks anything; it informs the administrator who decides.
package risk
