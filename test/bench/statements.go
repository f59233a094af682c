package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
)

// statements starts to count the statements of PostgreSQL, if the options ask for it. The returned function
// writes them into the folder of the profiles, each with its calls, its time and its WAL per operation for n
// operations.
func (r *bench) statements(ctx context.Context, name string) (write func(n int) error, err error) {
	if !r.options.statements {
		return func(int) error { return nil }, nil
	}
	if _, err := r.read.ExecContext(ctx, `CREATE EXTENSION IF NOT EXISTS pg_stat_statements`); err != nil {
		return nil, err
	}
	if _, err := r.read.ExecContext(ctx, `SELECT pg_stat_statements_reset()`); err != nil {
		return nil, err
	}
	before, err := r.commits(ctx)
	if err != nil {
		return nil, err
	}
	return func(n int) error {
		after, err := r.commits(ctx)
		if err != nil {
			return err
		}
		return r.writeStatements(ctx, name, n, after-before)
	}, nil
}

// commits is the number of transactions of the whole server.
func (r *bench) commits(ctx context.Context) (n int64, err error) {
	err = r.read.QueryRowContext(ctx, `SELECT sum(xact_commit)::bigint FROM pg_stat_database`).Scan(&n)
	return n, err
}

func (r *bench) writeStatements(ctx context.Context, name string, n int, commits int64) (err error) {
	if err := os.MkdirAll(r.options.profiles, 0o755); err != nil {
		return err
	}
	out, err := os.Create(filepath.Join(r.options.profiles, name+"-statements.txt"))
	if err != nil {
		return err
	}
	defer func() {
		if closing := out.Close(); err == nil {
			err = closing
		}
	}()
	fmt.Fprintf(out, "%d operations, %.3f transactions each\n\n", n, float64(commits)/float64(n))
	rows, err := r.read.QueryContext(ctx, `SELECT calls, rows, total_exec_time, wal_records, wal_fpi, wal_bytes::bigint,
			toplevel, left(regexp_replace(query, '\s+', ' ', 'g'), 160)
		FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 60`)
	if err != nil {
		return err
	}
	return printStatements(out, rows, float64(n))
}

func printStatements(out *os.File, rows *sql.Rows, n float64) error {
	defer rows.Close()
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "calls each\trows a call\tus a call\tus each\tWAL records\tfull pages\tWAL bytes\ttop\tstatement")
	for rows.Next() {
		var calls, affected, records, pages, bytes float64
		var took float64 // ms
		var top bool
		var text string
		if err := rows.Scan(&calls, &affected, &took, &records, &pages, &bytes, &top, &text); err != nil {
			return err
		}
		fmt.Fprintf(t, "%.4f\t%.1f\t%.0f\t%.2f\t%.2f\t%.3f\t%.0f\t%v\t%s\n",
			calls/n, affected/calls, took*1000/calls, took*1000/n, records/n, pages/n, bytes/n, top, text)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return t.Flush()
}
