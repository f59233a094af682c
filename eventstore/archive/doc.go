// Package archive keeps sealed ranges of a log as files, one file a range, in a directory
// or in a bucket of an object store (S3's protocol), and reads events back from them.
//
// A file has the events in blocks, in the log's order, and pages of an index of streams;
// each piece is compressed (zstd). The index at the end of the file has the place and the
// SHA-256 of every piece, and the root of the Merkle tree over the events (package
// merkle). The SHA-256 of the index is the file's digest, which the log's database keeps.
// So each piece that is read is known to be as it was written, and a file that was changed is
// refused by its name (*AlteredError).
//
// What must not live here: which ranges there are, and when one may be archived. That is
// the business of the store.
package archive
