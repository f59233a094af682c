// Package esdb keeps the log in EventStoreDB or KurrentDB. It implements
// eventstore.Store with the official Go client
// (github.com/EventStore/EventStore-Client-Go), which speaks gRPC with the protocol
// buffers that EventStoreDB publishes. Positions are those of the server's log: they
// increase, but with gaps.
//
// The package adds what the client does not do:
//
//   - An append whose outcome is unknown is repeated with the same event ids at the same
//     expected revision (append.go, retry.go).
//   - Every call returns in time, even when the client hangs, and a client whose
//     connection broke is replaced (call.go, pool.go, pooled_client.go).
//   - One subscription for each Store feeds all its readers, and resumes after the last
//     event when it ends (follower.go, tail.go).
//   - System events, whose types begin with `$`, are left out of reads of the whole log,
//     of Head and of subscriptions. ReadStream returns them.
//
// What must not live here: the server's side of the protocol (package
// eventstore/server), and anything that knows what an event means.
package esdb
