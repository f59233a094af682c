// Package migrations creates the schemas of the databases, from the numbered SQL files
// that are embedded in the program: the event log's (eventstore), the schema "state"
// (state) and the read models' (readmodel). The queries on them live in the packages
// that use the tables, not here.
//
// A file creates one table in its final form, together with the table's indexes,
// triggers and counts table, and has the name of the table. A function has a file of
// its own. A file that changes what landed says in its name what it changes.
//
// Files of the log and of the state are final once they landed (a test holds them against
// testdata/final): a change is a further file, which goose applies to a database that lacks it. A
// change keeps what the version before it calls and reads, because that version goes on
// serving beside the new one during an upgrade.
//
// Files of the read models are edited, because read models are built from the log. Each
// schema stores a fingerprint of the files that created it. Read models with another
// fingerprint are those of another version: this program builds its own in a PostgreSQL schema
// beside them (ReadModelSchema). A log or a state whose fingerprint is not that of the first
// files here is refused with ErrOtherVersion.
package migrations
