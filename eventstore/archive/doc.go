// Package archive keeps sealed ranges of a log as files, one file per range, in a directory or in a bucket of
// an object store (S3 protocol), and reads events back from them.
//
// A file holds the events in blocks, in the log's order, and pages of an index of streams. Each piece is
// compressed (zstd). The index at the end of the file has the offset and the SHA-256 of every piece, and the
// root of the Merkle tree over the events (package merkle). The SHA-256 of the index is the file's digest,
// which the log's database keeps. So every piece that is read is checked against what was written, and a file
// that was changed is refused by its name (*AlteredError).
//
// What must not live here: which ranges exist, and when one may be archived. The store decides that.
package archive
