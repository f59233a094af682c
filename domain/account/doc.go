// Package account is the aggregate of a client: its profile, the decisions of administrators about it, its
// apps with their fees, and its API keys. It also holds the small aggregate of an e-mail address, which only
// one account at a time may have.
//
// Balances are not here. The only errors are *domain.Refusal.
package account
