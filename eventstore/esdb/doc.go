// Package esdb keeps the log in EventStoreDB or KurrentDB, through its official
// client. It is an eventstore.Store like any other; positions are those of the
// server's log, so they rise but are not dense.
//
// What the client leaves to its users is done here: outcomes that are not known are
// settled by repeating the append with the same ids at the same revision (append.go),
// calls come back even when the client doesn't, and a client that died is replaced
// (pool.go), one subscription a process goes on by itself from the last event
// (follower.go). System events, whose types begin with `$`, are nobody's business
// here and are left out of everything but the reads of single streams.
//
// Nothing is decided here, and nothing is known of what the events say.
package esdb
