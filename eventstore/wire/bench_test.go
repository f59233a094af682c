package wire

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lib/pq"
)

// document is as long as the body of an event, with as many quotes.
var document = `{` + strings.Repeat(`"name":"a value",`, 30) + `"last":1}`

// BenchmarkArray sends 100 JSON documents in one argument, as an append does.
func BenchmarkArray(b *testing.B) {
	const n = 100
	documents := make([]string, n)
	for i := range documents {
		documents[i] = document
	}
	for how, argument := range map[string]func() any{
		"binary": func() any {
			a := JSONs(n, n*len(document))
			for _, d := range documents {
				a.AppendText(d)
			}
			return a.Encoded()
		},
		"pq.Array": func() any { return pq.Array(documents) },
	} {
		b.Run(how, func(b *testing.B) {
			stmt, err := open(b, connector(b)).PrepareContext(b.Context(), `SELECT cardinality($1::json[])`)
			if err != nil {
				b.Fatal(err)
			}
			var got int
			for b.Loop() {
				if err := stmt.QueryRowContext(b.Context(), argument()).Scan(&got); err != nil || got != n {
					b.Fatal(got, err)
				}
			}
		})
	}
}

// BenchmarkRows inserts 5,000 rows of a number and a document in one transaction, as a rebuild does.
func BenchmarkRows(b *testing.B) {
	texts := make([]*string, 5_000)
	for i := range texts {
		texts[i] = new(fmt.Sprint(i, document))
	}
	for how, insert := range map[string]func(ctx context.Context, conn *sql.Conn) error{
		"COPY": func(ctx context.Context, conn *sql.Conn) error {
			return Copy(ctx, conn, `COPY texts (n, text) FROM STDIN`, copyLines(texts))
		},
		"arrays": func(ctx context.Context, conn *sql.Conn) error {
			arrays := arrayTexts(texts)
			_, err := conn.ExecContext(ctx, insertTexts, arrays[0], arrays[1])
			return err
		},
		"a statement a row": func(ctx context.Context, conn *sql.Conn) error {
			stmt, err := conn.PrepareContext(ctx, `INSERT INTO texts VALUES ($1, $2)`)
			for i := 0; err == nil && i < len(texts); i++ {
				_, err = stmt.ExecContext(ctx, i, *texts[i])
			}
			return errors.Join(err, stmt.Close())
		},
	} {
		b.Run(how, func(b *testing.B) {
			onConn(b, open(b, connector(b)), func(conn *sql.Conn) error {
				for b.Loop() {
					_, begin := conn.ExecContext(b.Context(), `BEGIN`)
					err := errors.Join(begin, insert(b.Context(), conn))
					_, end := conn.ExecContext(b.Context(), `ROLLBACK`)
					if err := errors.Join(err, end); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

// BenchmarkPipeline writes one row by each of twenty statements, as a batch of few events does.
func BenchmarkPipeline(b *testing.B) {
	queries := make([]string, 20)
	for i := range queries {
		queries[i] = fmt.Sprintf(`%s ORDER BY %d`, insertTexts, i%2+1) + strings.Repeat(" ", i)
	}
	args := arrayTexts([]*string{new("the text of a row")})
	b.Run("pipeline", func(b *testing.B) {
		onConn(b, open(b, connector(b)), func(conn *sql.Conn) error {
			p, err := OpenPipeline(b.Context(), conn)
			for b.Loop() {
				p.Begin("BEGIN;")
				for _, query := range queries {
					err = errors.Join(err, p.Add(b.Context(), query, args))
				}
				if err = errors.Join(err, p.Commit(b.Context())); err != nil {
					break
				}
			}
			return err
		})
	})
	b.Run("one by one", func(b *testing.B) {
		onConn(b, open(b, connector(b)), func(conn *sql.Conn) error {
			stmts := make([]*sql.Stmt, len(queries))
			for i, query := range queries {
				var err error
				if stmts[i], err = conn.PrepareContext(b.Context(), query); err != nil {
					return err
				}
			}
			for b.Loop() {
				_, err := conn.ExecContext(b.Context(), `BEGIN`)
				for _, stmt := range stmts {
					_, failed := stmt.ExecContext(b.Context(), args[0], args[1])
					err = errors.Join(err, failed)
				}
				_, end := conn.ExecContext(b.Context(), `COMMIT`)
				if err := errors.Join(err, end); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// BenchmarkPreparing asks the same query over and over.
func BenchmarkPreparing(b *testing.B) {
	c := connector(b)
	open(b, c)
	for how, db := range map[string]*sql.DB{"prepared": sql.OpenDB(Preparing(c)), "planned anew": sql.OpenDB(c)} {
		b.Run(how, func(b *testing.B) {
			defer db.Close()
			var n int
			for b.Loop() {
				err := db.QueryRowContext(b.Context(), `SELECT count(*) FROM texts AS t JOIN texts AS u ON u.n = t.n WHERE t.n = $1 AND u.text > $2`,
					1, "a").Scan(&n)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
