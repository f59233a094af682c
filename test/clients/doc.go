// Package clients holds the test of the description's first users: the programs that generate
// clients from it. Each generates one from the description that a running gateway serves, in
// TypeScript or Go; it is compiled strictly, and a small program written against it (the folder
// of its name) opens a payment, pays it in the sandbox, reads it, the balance and a list, and is
// refused once, with types all along.
//
// What is generated is not committed. The packages of npm are those of the lockfile, and are kept
// in the user's cache folder; the modules of Go are exact versions, with their checksums, in
// modules of their own.
package clients
