// Package payment is the aggregate of one payment: what was asked of the provider,
// what the provider took and reported, and what each report was worth. Money that
// can't be credited as it is stays with the payment, in suspense, until an
// administrator decides.
//
// Balances are not here: package balance posts these events. The only errors are
// *domain.Refusal and ErrNeedsSuspenseID.
package payment
