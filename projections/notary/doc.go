// Package notary makes the log tamper-evident. It builds a Merkle tree over all events (RFC 6962, like Go's
// checksum database), signs checkpoints of the tree, and proves that an event is in the tree of a checkpoint.
// A person who keeps a checkpoint can later find out, without the database, whether an event before it was
// changed, removed or inserted.
//
// Leaf n is the n-th event of the log. Its bytes contain no position, so a proof stays valid when the log
// moves to another store. They contain the booking time from the event on that declares so
// (eventstore.TimesBound). The tree, the checkpoints and the signatures can be recomputed from the log and
// the master secret, with the same result.
package notary
