// Package crash kills the gateway, PostgreSQL and the server of EventStoreDB's protocol
// at random moments under load, and checks the invariants after each. The binary, the
// database and HTTP are real.
package crash
