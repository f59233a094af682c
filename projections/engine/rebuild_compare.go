package engine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/lib/pq"
)

// Difference says how a table that serves differs from one that was built anew, at
// the same position.
type Difference struct {
	Table string `json:"table"`
	// Served are rows that only the table has that serves, Rebuilt those that only
	// the new one has: a row that is wrong is among both.
	Served  Rows `json:"served"`
	Rebuilt Rows `json:"rebuilt"`
}

// Rows are some rows of a table.
type Rows struct {
	Count int64 `json:"count"`
	// Examples are a few of them, as PostgreSQL writes rows.
	Examples []string `json:"examples,omitempty"`
}

const examples = 5

// compare holds a shadow against the tables that serve. It looks at both in one
// snapshot of the database, taken while they stand at the same position.
func (r *Rebuilder) compare(ctx context.Context, s *shadow) ([]Difference, error) {
	snapshot, err := r.snapshot(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { _ = snapshot.Rollback() }() // it only read
	var live string
	if err := snapshot.QueryRowContext(ctx, `SELECT quote_ident(current_schema())`).Scan(&live); err != nil {
		return nil, err
	}
	var all []Difference
	for _, table := range s.model.Tables() {
		name := pq.QuoteIdentifier(table)
		served, rebuilt := live+"."+name, pq.QuoteIdentifier(s.schema)+"."+name
		same, err := sameRows(ctx, snapshot, served, rebuilt)
		if err != nil {
			return nil, err
		}
		if same {
			continue
		}
		d := Difference{Table: table}
		if d.Served, err = only(ctx, snapshot, served, rebuilt); err != nil {
			return nil, err
		}
		if d.Rebuilt, err = only(ctx, snapshot, rebuilt, served); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// snapshot sees the shadow and the tables that serve at the same position.
func (r *Rebuilder) snapshot(ctx context.Context, s *shadow) (snapshot *sql.Tx, err error) {
	for {
		err := r.freeze(ctx, s.model.Name(), func(_ *sql.Tx, served Checkpoint) error {
			if err := r.level(ctx, s, served.Position); err != nil {
				return err
			}
			if s.at != served.Position {
				return fmt.Errorf("can't be compared: it stands at %d, and what was built of it is at %d already: rebuild it without --verify",
					served.Position.Commit, s.at.Commit)
			}
			snapshot, err = r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
			if err != nil {
				return err
			}
			_, err = snapshot.ExecContext(ctx, `SELECT`) // the first statement takes the snapshot
			return err
		})
		if !errors.Is(err, errFar) {
			return snapshot, err
		}
		if err := r.approach(ctx, s); err != nil {
			return nil, err
		}
	}
}

func sameRows(ctx context.Context, tx *sql.Tx, a, b string) (bool, error) {
	var sums [2]string
	for i, table := range []string{a, b} {
		err := tx.QueryRowContext(ctx,
			`SELECT count(*) || ':' || COALESCE(sum(hashtextextended(t::text, 0)), 0) FROM `+table+` AS t`).Scan(&sums[i])
		if err != nil {
			return false, fmt.Errorf("hash %s: %w", table, err)
		}
	}
	return sums[0] == sums[1], nil
}

// only gives the rows that are in one table and not in the other.
func only(ctx context.Context, tx *sql.Tx, in, notIn string) (found Rows, err error) {
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(`SELECT row, count(*) OVER () FROM
		(SELECT t::text AS row FROM %s AS t EXCEPT ALL SELECT t::text FROM %s AS t) AS d ORDER BY row LIMIT %d`, in, notIn, examples))
	if err != nil {
		return found, fmt.Errorf("compare %s: %w", in, err)
	}
	defer rows.Close()
	for rows.Next() {
		var row string
		if err := rows.Scan(&row, &found.Count); err != nil {
			return found, err
		}
		found.Examples = append(found.Examples, row)
	}
	return found, rows.Err()
}
