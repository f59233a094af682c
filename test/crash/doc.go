// Package crash kills the gateway, PostgreSQL and the EventStoreDB server at random
// moments under load, and holds the invariants after each. Everything is real: the
// binary, the database, HTTP; only the moments are drawn.
package crash
