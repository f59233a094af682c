// Package esdbserver serves an eventstore.Store with EventStoreDB's gRPC protocol, so that the official
// clients of any language can read, follow and (if the server is writable) append to the log. It implements
// the public protocol buffers of EventStoreDB (as generated in the official Go client, EventStore-Client-Go):
// the services Streams (Append, BatchAppend, Read with subscriptions, Delete, Tombstone), Gossip and
// ServerFeatures. It answers as EventStoreDB 24.6.0 does, with the same errors and trailers, or as another
// version where versions differ (version.go).
//
// The store has no metadata and no deletion. The server keeps them as events, under EventStoreDB's names: the
// metadata of a stream in the stream `$$name`, a tombstone as the stream's last event. The stream `$marks`
// lists all streams that have either, so that other streams need no extra reads (metadata_index.go).
//
// At most one server of a log may be writable, because deletions and appends are ordered in memory. The
// caller ensures this (postgres.ClaimExclusive). Any number of read-only servers may run beside it.
//
// With Options the server also offers features of a real one that `gateway events serve` does not use: users
// and access lists, a part in a cluster (package esdbtest simulates one), positions that grow by uneven
// steps, and a limit of live events for slow clients.
//
// It differs from a real EventStoreDB on purpose in these points:
//
//   - Without Options.Users credentials are not checked, as with --insecure.
//   - There are no persistent subscriptions, no server-side projections, no resolution of
//     link events, and no scavenging. A deletion hides events and removes none.
//   - Without Options.Node the node is alone in its cluster and the leader.
//   - The limits of the Store apply as well: events, bytes and name length of an append.
//     Bytes of metadata count, which EventStoreDB counts only from 24.10 on.
//   - Without Options.Positions the positions are the store's, and no position is inside
//     an event.
//   - Without Options.LiveBuffer a subscription waits for a slow client: it is never dropped,
//     never falls behind, and reports once that it has caught up. Checkpoints then come at
//     their interval, and none comes before the first event.
//   - An append of no events writes nothing. Its position is that of the newest event.
//   - An append without an exact revision whose events are the newest of their stream is
//     recognised as a repetition even after a restart. The ids of earlier events are known
//     until the server stops, as in EventStoreDB.
//   - A read of 0 events of the whole log returns none. EventStoreDB does not answer it.
//   - A name on which a filter's regular expression takes more than a second does not match.
//   - The log contains no statistics, users or other events of the server itself.
//
// What must not live here: the client's side (package eventstore/esdb), a particular store, and anything that
// knows what an event means.
package esdbserver
