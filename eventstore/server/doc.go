// Package server serves an eventstore.Store with EventStoreDB's gRPC protocol, so that
// the official clients of any language can read, follow and (when the server is
// writable) append to the log. It implements the public protocol buffers of EventStoreDB
// (as generated in the official Go client, EventStore-Client-Go): the services Streams
// (Append, BatchAppend, Read with subscriptions, Delete, Tombstone), Gossip and
// ServerFeatures. It answers as EventStoreDB 24.6 does, with the same errors and
// trailers.
//
// The store has no metadata and no deletion. The server keeps them as events, under
// EventStoreDB's names: the metadata of a stream in the stream `$$name`, a tombstone as
// the stream's last event. The stream `$marks` lists all streams that have either, so
// that other streams need no extra reads (metadata_index.go).
//
// At most one server of a log may be writable, because deletions and appends are
// ordered in memory. The caller makes sure of that (postgres.ClaimExclusive). Any number
// of read-only servers may run beside it.
//
// It differs from a real EventStoreDB in this:
//
//   - There are no users and no access lists: credentials are not checked.
//   - There are no persistent subscriptions, no server-side projections, no resolution of
//     link events, and no scavenging. A deletion hides events and removes none.
//   - The node is alone in its cluster and the leader.
//   - The limits of the Store apply as well: events, bytes and name length of an append.
//   - An append without an expected revision is recognised as a repetition only while its
//     events are the newest of the stream.
//   - A subscription never reports that it fell behind.
//
// What must not live here: the client's side (package eventstore/esdb), a particular
// store, and anything that knows what an event means.
package server
