// Package rebuild rebuilds read models from the log in separate schemas while the present tables serve, and
// then swaps the new tables in. It also compares tables, rolls a swap back, and removes what rebuilds leave
// behind.
//
// A rebuild neither needs a running engine nor disturbs one: it locks a model's checkpoint only for the
// moment of the swap. It runs no reactor, so it sends and pays nothing.
package rebuild
