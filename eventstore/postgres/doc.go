// Package postgres keeps the log in one PostgreSQL table.
//
// Appends of a process are gathered into batches (appender.go) and written by one
// server-side call each (append_events, see package migrations), which gives out
// positions one by one under a lock (dense ones, but for what was restored from a
// backup of EventStoreDB): commit order is position order. Reads go through a small
// pool; the newest events are also kept in memory (tail.go), so that whoever follows
// the log at its end costs the database nothing but one read, for all followers, of
// what other processes wrote (recent.go). NOTIFY is only a hint between processes
// (notify.go, watch.go): every follower finds new events within a second without it.
//
// What must not live here: migrations, and anything that knows what an event means.
package postgres
