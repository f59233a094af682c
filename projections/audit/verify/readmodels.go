package verify

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"gateway/eventstore"
	"gateway/migrations"
	"gateway/projections/engine"

	"github.com/jmoiron/sqlx"
	"github.com/lib/pq"
)

const modelsCheck = "every read model equals a replay of the log"

// served is the content of the read models at one position.
type served struct {
	position eventstore.Position
	hashes   map[string]string
}

// readServed reads checkpoint and hashes in one snapshot of the database.
func readServed(ctx context.Context, in Installation) (served, error) {
	s := served{hashes: make(map[string]string)}
	tx, err := in.Read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return s, fmt.Errorf("read the read models: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	// Before the snapshot: the rows of tables that a rebuild swaps in later would be
	// missing from it.
	names := make([]string, 0, len(in.Models))
	for _, table := range tables(in.Models) {
		names = append(names, pq.QuoteIdentifier(table))
	}
	if _, err := tx.ExecContext(ctx, `LOCK TABLE `+strings.Join(names, ", ")+` IN ACCESS SHARE MODE`); err != nil {
		return s, fmt.Errorf("read the read models: %w", err)
	}
	rows, err := tx.QueryContext(ctx,
		`SELECT DISTINCT commit_position, prepare_position FROM checkpoints WHERE NOT reactor AND state <> 'halted'`)
	if err != nil {
		return s, fmt.Errorf("read checkpoints: %w", err)
	}
	n := 0
	for rows.Next() {
		if err := rows.Scan(&s.position.Commit, &s.position.Prepare); err != nil {
			return s, errors.Join(err, rows.Close())
		}
		n++
	}
	if err := rows.Err(); err != nil {
		return s, fmt.Errorf("read checkpoints: %w", err)
	}
	if n != 1 {
		return s, fmt.Errorf("the read models stand at %d positions: wait until none is catching up", n)
	}
	for _, table := range tables(in.Models) {
		if s.hashes[table], err = hash(ctx, tx, table); err != nil {
			return s, err
		}
	}
	return s, nil
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// hash hashes all rows of a table, in any order.
func hash(ctx context.Context, q queryer, table string) (string, error) {
	var sum string
	err := q.QueryRowContext(ctx, `SELECT count(*) || ':' || COALESCE(sum(hashtextextended(t::text, 0)), 0) FROM `+
		pq.QuoteIdentifier(table)+` AS t`).Scan(&sum)
	if err != nil {
		return "", fmt.Errorf("hash table %s: %w", table, err)
	}
	return sum, nil
}

func tables(models []engine.Model) []string {
	var all []string
	for _, m := range models {
		all = append(all, m.Tables()...)
	}
	return all
}

// replay replays the log into a scratch schema, gives its events to the observer, and
// returns the tables that differ.
func (s served) replay(ctx context.Context, in Installation, o *observer) (differing []Finding, err error) {
	schema, err := scratchName()
	if err != nil {
		return nil, err
	}
	if _, err := in.Read.ExecContext(ctx, `CREATE SCHEMA `+schema); err != nil {
		return nil, fmt.Errorf("create a scratch schema: %w", err)
	}
	defer func() {
		_, drop := in.Read.ExecContext(context.WithoutCancel(ctx), `DROP SCHEMA `+schema+` CASCADE`)
		err = errors.Join(err, drop)
	}()
	shadow, err := openSchema(in.ReadURL, schema)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, shadow.Close()) }()
	if err := migrations.ReadModel(ctx, shadow.DB); err != nil {
		return nil, err
	}
	models := append(slices.Clone(in.Models), o)
	if err := engine.ReplayLog(ctx, shadow.DB, in.Log, s.position, nil, models...); err != nil {
		return nil, err
	}
	for _, table := range tables(in.Models) {
		replayed, err := hash(ctx, shadow, table)
		if err != nil {
			return nil, err
		}
		if replayed != s.hashes[table] {
			differing = append(differing, Finding{
				Subject: "table " + table,
				Problem: fmt.Sprintf("differs from a replay (%s, replayed %s)%s",
					s.hashes[table], replayed, differingRows(ctx, in.Read, schema, table)),
			})
		}
	}
	return differing, nil
}

// differingRows describes a few rows that differ. It reads the tables that serve now,
// which may have changed since. After an error it returns the rows so far.
func differingRows(ctx context.Context, db *sqlx.DB, schema, table string) string {
	text := ""
	for _, side := range []struct{ label, first, second string }{
		{"served", "public", schema}, {"replayed", schema, "public"},
	} {
		var rows []string
		name := pq.QuoteIdentifier(table)
		err := db.SelectContext(ctx, &rows, fmt.Sprintf(
			`SELECT t::text FROM %s.%s t EXCEPT SELECT t::text FROM %s.%s t LIMIT 3`, side.first, name, side.second, name))
		if err != nil {
			return text
		}
		for _, row := range rows {
			text += "; " + side.label + " " + row
		}
	}
	return text
}

func scratchName() (string, error) {
	var bits [6]byte
	if _, err := rand.Read(bits[:]); err != nil {
		return "", err
	}
	return "audit_" + hex.EncodeToString(bits[:]), nil
}

// openSchema connects so that unqualified names resolve to the schema.
func openSchema(raw, schema string) (*sqlx.DB, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, errors.New("the read models' URL is not valid")
	}
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	db, err := sqlx.Open("postgres", u.String())
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return db, nil
}
