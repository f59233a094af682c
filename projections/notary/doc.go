// Package notary makes the log tamper-evident: a Merkle tree over all events
// (RFC 6962, as in Go's checksum database), checkpoints of it that are signed, and
// proofs that an event is in it. Whoever keeps a checkpoint can tell later, without
// the database, whether anything before it was altered, removed or inserted.
//
// Leaf n is the n-th event of the log. Its bytes hold no position, so that proofs
// outlive a move to another store. Everything kept here can be had again from the
// log and the master secret: tree, checkpoints and signatures are the same then.
package notary
