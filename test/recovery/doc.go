// Package recovery takes the read models away from an installation, and ends
// rebuilds in the middle, and holds that nothing is lost, sent or paid twice.
// Everything is real: the binary, its commands, PostgreSQL, HTTP.
//
// RECOVERY_ROUNDS says how often; 20 is what was promised, `make test` does 3.
package recovery
