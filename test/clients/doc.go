// Package clients tests the description with its first users: the programs that generate clients from it. Each
// one generates a client from the description that a running gateway serves, in TypeScript or Go, which is
// compiled strictly. A small program that uses the client (in the folder of its name) opens a payment, pays it
// in the sandbox, reads it, the balance and a list, and is refused once, with types throughout.
//
// Generated code is not committed. The npm packages are those of the lockfile, kept in the user's cache folder.
// The Go modules are exact versions with checksums, in modules of their own.
package clients
