// Package noticereactor has people of clients told by mail what is new (Notices): a transfer that was made, a payment that
// was received, what needs attention, and on Mondays the week before.
package noticereactor
