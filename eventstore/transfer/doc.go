// Package transfer moves a log from one store to another: every event with its
// stream, revision, id and bytes, in the order of the log. Positions change; the
// Merkle tree over the log does not.
package transfer
