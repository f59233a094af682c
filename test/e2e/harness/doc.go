// Package harness is what the end-to-end tests share. They test the assembled gateway as its users meet it:
// real HTTP, real PostgreSQL, the built-in provider.
//
// Most tests of a package share one gateway (Shared), and each registers clients of its own, which keeps the
// tests apart. Tests that need their own settings start their own gateway (Start). Every call is checked
// against the description of the API and against the rules of the envelope. At the end of a package the log is
// audited, and a check makes sure that every operation of the package's features gave each of its answers (see
// coverage.go).
//
// The tests run with the log in PostgreSQL. Those that read the log itself, and all of the payments and the
// payouts, run again with the log behind EventStoreDB's protocol, on a cluster that elects leaders
// (RunOnEventStoreDB). Rules that concern one package alone are tested there, not here.
package harness
