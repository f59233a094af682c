// Package cluster runs several instances of the gateway on one log and one pair of
// databases, and holds them to what clients of one instance are promised. Leaders
// are killed (SIGKILL) and frozen (SIGSTOP, later SIGCONT) under load, and the
// invariants checked after each. Everything is real: the binary, PostgreSQL, HTTP. All
// of it happens once with the log in PostgreSQL, and once with the log behind
// EventStoreDB's protocol.
//
// `make test` kills three leaders and freezes three; CLUSTER_ROUNDS=20 does so with
// 20 of each, which takes some minutes.
package cluster
