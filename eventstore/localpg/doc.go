// Package localpg runs the private PostgreSQL of the embedded default: one cluster under the data directory.
// The gateway creates it on first use, starts it and stops it.
//
// The cluster belongs to its data directory, not to the process that started it. If a gateway dies,
// PostgreSQL runs on, and the next Start with the same directory adopts it. A lock on the directory keeps a
// second gateway out.
//
// The cluster has no network port. It answers on a Unix socket in a directory that only its own user and root
// can enter; therefore `trust` authentication is safe.
//
// What must not live here: schemas, roles, databases and what they store. Those belong to packages migrations
// and eventstore/postgres.
package localpg
