// Package former opens a log that a former version of the gateway wrote, and compares what this version derives from it
// with what that version had derived.
//
// testdata/log.jsonl.gz is the export (gateway events export) of a sandbox of the last version that knew one provider
// (commit 8a6577ce): the story of test/demo, and two merchants with payments by each kind of channel, payouts that were
// completed, rejected, failed and reversed, adjustments, and treasury entries. testdata/rows.json.gz holds all rows of its
// read models at the end of that log. Neither file is ever recorded again: a change that can't read them can't read the logs of
// our users.
package former
