// Package postgres keeps the log in PostgreSQL, in one table that is partitioned by ranges of positions.
//
// Appends: the appender collects the appends of a process into batches (appender.go) and writes each batch by
// one call of the SQL function append_events (package migrations). The function holds a lock while it numbers
// the events, so the order of positions is the order of commits, and positions have no gaps. (A log restored
// from a backup of EventStoreDB keeps its positions, which have gaps.)
//
// Ranges: the table ranges lists them, each with range_size positions (10,000,000 unless the owner changes
// it). Range n is the partition events_n. Each partition has a constraint for the revisions of a stream.
// Across partitions only append_events ensures it, under its lock: it looks up a stream's last revision in
// the partitions that are not sealed, then in sealed_heads. When half of the last range is full, the SQL
// function make_range makes the next one; a gateway may call it although it can't change tables otherwise
// (ranges.go). append_events calls it itself if no range is left. A restore makes the ranges that suit its
// positions (restore_ranges.go).
//
// Reads: a small pool of connections (reader.go), with concurrent stream reads answered by one query
// (read_streams.go, package coalesce). The newest events are also kept in memory (tail.go), where followers
// at the end of the log read them; events of other processes are read from the database once for all
// followers (read_recent.go). A read of the log begins at the partition of its position. A read of a stream
// looks into the index of each partition.
//
// Sealing: a range whose last position is before the newest event is full, and can be sealed (seal.go).
// Sealing writes the streams of the range into sealed_heads, and the Merkle root of its events into ranges. A
// sealed range can be archived (archive.go): it is written to a file (package archive), read back and
// compared; then one transaction marks its row in ranges as archived and drops its partition. The newest
// event is never in a sealed range, so the head is always found in the database.
//
// Reads of an archived range (archived.go): the statement that reads the log finds nothing for a position
// before the end of the archive, and the store then asks which ranges were archived. The statement that reads
// a stream also returns the archived ranges that have events of the stream (read_stream.go). So no read skips
// a range that is archived while it runs. If an append conflicts and its revisions are archived, it is
// compared with the archive: it may be a repetition.
//
// Hints: after a commit NOTIFY tells the other processes (notify.go, head_tracker.go). A hint may get lost,
// so every process also asks once a second.
//
// What must not live here: migrations, and anything that knows what an event means.
package postgres
