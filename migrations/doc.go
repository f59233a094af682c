// Package migrations creates the schemas of the databases from the numbered SQL files that are embedded in
// the program: the event log (eventstore), the schema "state" (state) and the read models (readmodel). The
// queries on them are in the packages that use the tables, not here.
//
// A file creates one table in its final form, together with the table's indexes, triggers and counts table,
// and has the name of the table. A function has its own file. A file that changes an earlier, final file says
// in its name what it changes.
//
// Files of the log and of the state are final once they are merged (a test compares them with
// testdata/final): a change is a further file, which goose applies to a database that lacks it. A change
// keeps what the previous version calls and reads, because that version continues to serve beside the new one
// during an upgrade.
//
// Files of the read models are edited in place, because read models are built from the log. Each schema
// stores a fingerprint of the files that created it. Read models with another fingerprint belong to another
// version: this program then builds its own in a separate PostgreSQL schema (ReadModelSchema). A log or a
// state is refused with ErrOtherVersion if its fingerprint does not match the first files here.
package migrations
