// Package account is the aggregate of a client: its profile, what administrators
// decided about it, its apps with their fees and its one API key; and the small
// aggregate of an e-mail address, which one account at a time may claim.
//
// Balances are not here. The only errors are *domain.Refusal.
package account
