// Package harness is what the end-to-end tests share. They test the assembled gateway
// as its users meet it: real HTTP, real PostgreSQL, the built-in provider.
//
// Most tests of a package share one gateway (Shared) and are kept apart by the clients
// that they register; those that need settings of their own start their own (Start).
// Every call is held against the description of the API and against the rules of the
// envelope. At the end of a package the log is audited, and it is checked that every
// operation of the package's features gave each of its answers (see coverage.go).
//
// Each package runs its tests twice: with the log in PostgreSQL, and with the log
// behind EventStoreDB's protocol, on a cluster that elects leaders (RunOnEventStoreDB).
// Rules of one package alone are tested there, not here.
package harness
