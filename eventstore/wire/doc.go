// Package wire has everything that speaks to PostgreSQL by other means than a literal statement with
// parameters: own quoting, own encodings of arguments, and wrappers around the connections of lib/pq.
//
// Each trick is here because it was measured. bench_test.go measures it again, beside what it replaces, with the
// server on the same machine; a network, or a busy machine, makes round trips dearer:
//
//   - Array, the binary format of arrays, takes 0.6 of the time of pq.Array for 100 JSON documents: neither side
//     escapes or parses a text (BenchmarkArray).
//   - Form, the texts of many rows in one argument, takes 0.1 of the time of a statement a row (BenchmarkRows).
//   - Copy, rows as lines of COPY, takes 0.6 of the time of those arrays for 5,000 documents (BenchmarkRows).
//     database/sql would take the rows value by value.
//   - Pipeline, many statements in one message, takes 0.8 of the time of twenty statements one by one, and 0.2 on
//     a busy machine: lib/pq waits for the answer to each (BenchmarkPipeline).
//   - Preparing, queries that a connection prepares at their second use, takes 0.2 of the time of a query that is
//     planned anew (BenchmarkPreparing).
//
// The others are for what lib/pq lacks: Dialer, a limit for each read and write; Measured, the time of each
// statement; Opening, work on each new connection; Discard, a connection that must not be used again.
//
// What must not live here: a statement, a table's name, a Go type of a row, and quoting of names, for which
// lib/pq has QuoteIdentifier. Elsewhere SQL is a literal with parameters; a statement whose conditions depend
// on a request is put together by readtable.Search (package readtable). A test in test/architecture keeps the
// interfaces of database/sql/driver, and EXECUTE and PREPARE, in this package.
package wire
