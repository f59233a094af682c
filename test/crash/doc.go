// Package crash kills the gateway, PostgreSQL and the server of EventStoreDB's protocol at random moments under
// load, and checks the invariants after each kill. It does the same on a cluster of three that keeps electing
// leaders, and kills the current leader. The binary, the database and HTTP are real.
package crash
