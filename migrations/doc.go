// Package migrations creates the schemas of the databases, from the numbered SQL files
// that are embedded in the program: the event log's (eventstore), the schema "state"
// (state) and the read models' (readmodel). The queries on them live in the packages
// that use the tables, not here.
//
// A file creates one table in its final form, together with the table's indexes,
// triggers and counts table, and has the name of the table. A function has a file of
// its own.
//
// Until the first release these files are edited when a schema changes, and databases are
// not upgraded. Each schema stores a fingerprint of the files that created it; a program
// whose files have another fingerprint refuses the database with ErrOtherVersion.
//
// From the first release on, files are only added. The comparison must then cover only
// the files that the database has, so that goose applies the others.
package migrations
