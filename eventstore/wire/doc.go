// Package wire has everything that speaks to PostgreSQL by other means than a literal statement with
// parameters: own quoting, own encodings of arguments, and wrappers around the connections of lib/pq.
//
// Each trick is here because it was measured. bench_test.go measures it again, beside what it replaces, on a
// server on the same machine; a network between them makes the round trips dearer:
//
//   - Array, the binary format of arrays: BenchmarkArray.
//   - Form, the texts of many rows in one argument, or in lines of COPY: BenchmarkRows.
//   - Pipeline, many statements in one message, because lib/pq waits for the answer to each: BenchmarkPipeline.
//   - Copy, lines sent as they are, because database/sql would take rows value by value: BenchmarkRows.
//   - Preparing, queries that a connection prepares at their second use: BenchmarkPreparing.
//
// The others are for what lib/pq lacks: Dialer, a limit for each read and write; Measured, the time of each
// statement; Opening, work on each new connection; Discard, a connection that must not be used again.
//
// What must not live here: a statement, a table's name, a Go type of a row, and quoting of names, for which
// lib/pq has QuoteIdentifier. Elsewhere SQL is a literal with parameters; a statement whose conditions depend
// on a request is put together by readtable.Search (package readtable). A test in test/architecture keeps the
// interfaces of database/sql/driver, and EXECUTE and PREPARE, in this package.
package wire
