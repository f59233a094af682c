// Package backup writes a log to a file and reads it back: one JSON object a line,
// checksummed block by block, so that nothing that was damaged gets into a log.
//
// A file keeps positions and the store's id, because watermarks and checkpoints
// name them: a restored log is the same log. It begins with a Header line; then
// come blocks of at most blockSize event lines, each followed by the SHA-256 of its
// bytes; a trailer with the number of events and the SHA-256 of all of it ends it.
//
// Positions need not be dense: those of EventStoreDB are byte offsets. That no line
// is missing follows from the checksums, from positions that rise and end at the
// head that the header names, and, in the target, from streams without a gap.
package backup
