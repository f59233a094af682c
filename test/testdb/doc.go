// Package testdb gives tests a real PostgreSQL. New makes an empty database, Template a copy of a prepared one,
// and Private a whole server that the test may break.
//
// The server is the one that TEST_DATABASE_URL names, which all packages of a `make test` share. Without it,
// the first test of a test binary that needs a server starts one, which ends with the binary. If PostgreSQL is
// not installed, the test is skipped and says so.
//
// Nothing here knows the gateway's schemas: callers run the migrations that they need.
package testdb
