// Package migrations brings the databases to the schema this program expects: the
// event store's (the log, and the state that is not derived from it, which may lie
// in a database of its own) and the read models'. The statements are embedded, numbered files; they only go forwards.
//
// It holds no queries: those live with the code that asks them.
package migrations
