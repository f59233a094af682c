// Package payment is the aggregate of one payment, one stream per transaction_id. It
// records what the provider was asked for and took, and decides on each of the
// provider's reports: PAID, SETTLED, EXPIRED, or money that cannot be credited as it is.
// Such money waits in suspense until an administrator releases or refunds it.
//
// Balances are not here: package balance posts the events of this package. The only
// errors are *domain.Refusal and ErrNeedsSuspenseID.
package payment
