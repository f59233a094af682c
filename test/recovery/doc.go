// Package recovery drops the read models of an installation and kills rebuilds, and checks that nothing is
// lost, or sent or paid twice. The binary, its commands, PostgreSQL and HTTP are real. The tests
// of lost read models and killed rebuilds run twice: with the log in PostgreSQL, and on a cluster of three of
// EventStoreDB that keeps electing leaders.
//
// RECOVERY_ROUNDS is how often each fault is caused; `make test` does it twice.
package recovery
