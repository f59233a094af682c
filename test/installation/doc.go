// Package installation is a gateway to be broken: one or more processes of the real
// binary on a PostgreSQL of their own, with the log in it or behind EventStoreDB's
// protocol, and merchants at work. The packages beside it use it to tell what
// happens and what must hold then; nothing but tests may import it.
//
// Functions that are given a *testing.T end the test when they fail, so they are
// for the test's own goroutine, unless they say otherwise.
package installation
