// Package postgres keeps the log in one PostgreSQL table.
//
// Appends: the appender collects the appends of a process into batches (appender.go) and
// writes each batch by one call of the SQL function append_events (package migrations).
// The function holds a lock while it numbers the events, so the order of positions is the
// order of commits, and positions have no gaps. (A log restored from a backup of
// EventStoreDB keeps its positions, which have gaps.)
//
// Reads: a small pool of connections (reader.go), with concurrent stream reads answered by
// one query (read_batch.go). The newest events are also kept in memory (tail.go), where
// followers at the end of the log read them; events of other processes are read from the
// database once for all followers (read_recent.go).
//
// Hints: after a commit the other processes are told by NOTIFY (notify.go,
// head_tracker.go). A hint may get lost, so every process also asks once a second.
//
// What must not live here: migrations, and anything that knows what an event means.
package postgres
