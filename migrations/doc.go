// Package migrations creates the schemas of the databases, from the numbered SQL files
// that are embedded in the program: the event log's (eventstore), the schema "state"
// (state) and the read models' (readmodel). The queries on them live in the packages
// that use the tables, not here.
//
// A file creates one table in its final form, together with the table's indexes,
// triggers and counts table, and has the name of the table. A function has a file of
// its own.
//
// Until the first release the files are edited, and a database has the schema of the
// program that made it, for good: each schema holds a fingerprint of its files, and a
// program with other files refuses it with ErrOtherVersion. From the first release on
// the files stay as they are and new ones are added; the fingerprint must then be of the
// files that the database has, not of all.
package migrations
