// Package testdb gives tests a real PostgreSQL: New an empty database, Template a copy
// of a prepared one, Private a whole server that the test may break.
//
// The server is the one that TEST_DATABASE_URL names, shared by all packages of a
// `make test`. Without it, the first test of a test binary that needs a server
// starts one, which ends with the binary. Where PostgreSQL is not installed, the
// test is skipped and says so.
//
// Nothing here knows the gateway's schemas: callers migrate what they need.
package testdb
