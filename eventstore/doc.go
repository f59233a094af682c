// Package eventstore is the log of events, and the command side on top of it.
//
// A log consists of streams, one for each aggregate. An event has a revision in its stream and a position in
// the whole log. Start with the example of Execute.
//
//   - Store (store.go) is the port: append to a stream at an expected revision, read a
//     stream, read or follow the whole log. Package storetest is its contract; packages
//     postgres (the embedded default) and esdb (EventStoreDB) implement it.
//   - Foreign (foreign.go) stands for an event of another program in the same log: readers
//     skip it.
//   - Codec (codec.go) turns domain events into JSON under explicit, versioned names and
//     back.
//   - Execute (execute.go) handles a command: load the stream, fold its events into the
//     aggregate's state, decide, append, retry after a conflict. All commands of the
//     program go through it. The other writes are not decisions: a snapshot that follows
//     a command (snapshot.go), the copy of a log (package transfer), the import of a
//     backup (package backup), the id that a new log in EventStoreDB gets (package esdb),
//     and the events that a client of the EventStoreDB protocol sends to package esdbserver.
//
// What must not live here: the name of any aggregate. The package gets aggregates as domain.Aggregate values,
// and events by registration with the Codec. Of the gateway's packages it imports only domain.
package eventstore
