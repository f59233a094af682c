// Package noticereactor has people of clients told by mail what is new (Notices): a transfer that was made, what needs
// attention, and on Mondays the week before.
package noticereactor
