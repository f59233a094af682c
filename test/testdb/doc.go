// Package testdb gives tests a real PostgreSQL: New is an empty database of one's
// own, Template a clone of a prepared one, Private a whole server to break.
//
// The server is the one that TEST_DATABASE_URL names, shared by all packages of a
// `make test`. Without it, the first test of a test binary that needs a server
// starts one, which ends with the binary. Where PostgreSQL is not installed, the
// test is skipped and says so.
//
// Nothing here knows the gateway's schemas: callers migrate what they need.
package testdb
