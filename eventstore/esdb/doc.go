// Package esdb keeps the log in EventStoreDB or KurrentDB. It implements eventstore.Store with the official
// Go client (github.com/EventStore/EventStore-Client-Go), which speaks gRPC with the protocol buffers that
// EventStoreDB publishes. Positions are those of the server's log: they increase, but with gaps.
//
// The package adds what the client does not do:
//
//   - Every call asks for the leader of the cluster (call.go). A node that does not lead
//     refuses it, and the next client goes to the leader that the node names (node.go).
//   - An append whose outcome is unknown is repeated with the same event ids at the same
//     expected revision, and stays unknown until it succeeds or the stream was checked
//     (append.go, retry.go).
//   - Every call returns in time, even if the client hangs, and a client whose
//     connection broke is replaced (call.go, pool.go, pooled_client.go), as is one whose
//     calls time out while its pings are answered (node.go).
//   - One subscription for each Store feeds all its readers. It resumes after the last
//     event when it ends (follower.go, tail.go), when its node no longer leads, or when it
//     delivers nothing (follower_watch.go).
//   - System events, whose types or streams begin with `$`, are left out of reads of the
//     whole log, of Head and of subscriptions. ReadStream returns them.
//
// When a follower refuses a call, the client itself also connects to the leader before it is replaced. A
// connection to a leader that is gone remains and keeps trying.
//
// What must not live here: the server's side of the protocol (package eventstore/esdbserver), and anything
// that knows what an event means.
package esdb
