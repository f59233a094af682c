// Package crash kills the gateway and PostgreSQL at random moments under load, and checks the invariants after each
// kill. It does the same on a cluster of three of EventStoreDB that keeps electing leaders, whose leader it kills,
// too, and whose connections and answers it loses. The binary, the database and HTTP are real.
package crash
