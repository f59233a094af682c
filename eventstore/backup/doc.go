// Package backup exports a log to a file and imports it again.
//
// The file holds one JSON object per line: a Header; blocks of at most blockSize events, each block followed
// by the SHA-256 of its bytes; and a trailer with the number of events and the SHA-256 of all preceding
// lines. A damaged file is refused before any event of a damaged block is written.
//
// The file keeps the positions and the store's id, because watermarks and checkpoints refer to them: an
// imported log is the same log. Positions may have gaps, because those of EventStoreDB are byte offsets. The
// checksums, the head in the header, and the target, which refuses streams with gaps, all reveal a missing
// line.
//
// What must not live here: the writing into a store (Target), and anything that knows what an event means.
package backup
