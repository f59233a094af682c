// Package backup exports a log to a file and imports it again.
//
// The file holds one JSON object a line: a Header; blocks of at most blockSize events,
// each block followed by the SHA-256 of its bytes; and a trailer with the number of events
// and the SHA-256 of all lines before it. A damaged file is refused before any of a
// damaged block is written.
//
// The file keeps the positions and the store's id, because watermarks and checkpoints name
// them: an imported log is the same log. Positions may have gaps, since those of
// EventStoreDB are byte offsets. A missing line is noticed by the checksums, by the head
// in the header, and by the target, which refuses streams with gaps.
//
// What must not live here: the writing into a store (Target), and anything that knows what
// an event means.
package backup
