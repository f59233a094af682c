// Package localpg runs the private PostgreSQL of the embedded default: one
// cluster under the data directory, created on first use, started and stopped by
// the gateway.
//
// The cluster belongs to its data directory, not to the process that started it.
// A gateway that dies leaves PostgreSQL running, and the next Start with the same
// directory adopts it. A lock on the directory keeps a second gateway out.
//
// The cluster has no network port. It answers on a Unix socket in a directory
// that only its own user (and root) can enter, which is what makes `trust`
// authentication sound.
//
// Schemas, roles and databases are the business of migrations and of
// eventstore/postgres; nothing here knows what is stored.
package localpg
