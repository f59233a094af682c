// Package transfer copies a log from one store to another, and moves it: afterwards a gateway may start only
// on the new store.
//
// Every event keeps its stream, revision, id and bytes, and its place in the order of the log; so the Merkle
// tree over the log stays the same. Positions change.
//
// What must not live here: anything that knows an event other than store.moved, and anything about one store
// in particular (the caller passes in a faster Sink).
package transfer
