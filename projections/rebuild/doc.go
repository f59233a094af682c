// Package rebuild builds read models again from the log, in schemas of their own,
// while the present tables serve, and swaps the new tables in. It compares tables,
// rolls a swap back, and removes what rebuilds leave.
//
// A rebuild needs no running engine and disturbs none: it locks the checkpoint of a
// model only for the moment of the swap. It runs no reactor, so it sends and pays
// nothing.
package rebuild
