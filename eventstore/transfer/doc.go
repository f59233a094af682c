// Package transfer copies a log from one store to another, and moves it: the new store
// then is the only one that a gateway may start on.
//
// Every event keeps its stream, revision, id and bytes, and its place in the order of
// the log; so the Merkle tree over the log stays the same. Positions change.
//
// What must not live here: anything that knows an event other than store.moved, and
// anything about one store in particular (a faster Sink is handed in).
package transfer
