// Package reactor holds what all reactors share. A reactor acts on events of the log, such as payments that are to
// be posted or payouts that are to be sent. The reactors of each feature are in a package below it. Group runs
// them, Worker and ToDo read a to-do list and run its jobs, and RetrySchedule and CallRate tell when to try again.
//
// A reactor keeps its memory in the log, never in rows of its own. It finds its work in the log or in a
// read model, reads the stream to decide whether there is anything to do, and appends the outcome as an
// event. So a reactor may be stopped, run twice at once, or sent back to position 0 at any time. The reactor of
// the provider's books keeps a cursor in the schema state, but only to save calls. That of realtime messages is
// the exception: it appends nothing and repeats nothing. Rebuilding read models does not involve the reactors.
//
// These packages import no HTTP adapter: they declare the ports that they need, and cmd/gateway wires the
// adapters to them.
package reactor
