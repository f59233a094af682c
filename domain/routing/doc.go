// Package routing decides which connection to a payment provider makes a payment or a payout.
//
// Administrators set rules (Change). Choose reads them from top to bottom and takes the first rule that matches:
// it puts the connections of that rule in the order in which they are tried, and says why. Health tells from the
// last attempts whether a connection fails. All of it is pure: the facts, the time and the draw for weights are
// parameters. The only errors are *domain.Refusal.
package routing
