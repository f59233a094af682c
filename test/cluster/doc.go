// Package cluster runs several instances of the gateway on one log and one pair of databases, and checks that
// clients get what one instance promises. It kills leaders (SIGKILL) and freezes them (SIGSTOP, later SIGCONT)
// under load, and checks the invariants after each fault. The binary, PostgreSQL and HTTP are real. The tests
// of instances run twice: with the log in PostgreSQL, and with the log behind EventStoreDB's protocol, as
// package eventstore/esdbserver serves it, on a cluster of three that keeps electing leaders.
//
// `make test` kills two leaders and freezes two. CLUSTER_ROUNDS=20 does it with 20 of each, which takes some
// minutes.
package cluster
