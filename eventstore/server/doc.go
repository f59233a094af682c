// Package server speaks EventStoreDB's gRPC protocol on top of any eventstore.Store,
// so that the official clients, in any language, can read, follow and (when it is
// writable) append to the embedded log: Streams (Append, BatchAppend, Read with
// subscriptions, Delete, Tombstone), Gossip and ServerFeatures. What it answers,
// errors and trailers included, is what EventStoreDB 24.6 answers.
//
// What the Store port has no notion of is kept in streams of the log, under the
// names that EventStoreDB uses: metadata as events of `$$stream`, a tombstone as the
// stream's last event. The stream `$marks` lists the streams that have either, so
// that all others cost no look (marks.go). Two servers would delete what the other one
// is writing to: one at a time may be writable, and whoever makes it sees to that
// (postgres.ClaimExclusive). Any number of others may serve the same log read-only.
//
// There are no users, no access lists, no persistent subscriptions, no projections
// and no links here, and nothing is ever scavenged.
package server
