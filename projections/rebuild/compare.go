package rebuild

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Difference describes how a serving table differs from the rebuilt one at the same position.
type Difference struct {
	Table string `json:"table"`
	// Missing is true when the serving table was dropped.
	Missing bool `json:"missing,omitempty"`
	// ServedRows and RebuiltRows are the numbers of rows in each table.
	ServedRows  int64 `json:"served_rows"`
	RebuiltRows int64 `json:"rebuilt_rows"`
	// Served are the rows that only the serving table has. Rebuilt are the rows that only the new table has.
	// A wrong row appears in both.
	Served  Rows `json:"served"`
	Rebuilt Rows `json:"rebuilt"`
}

// Rows counts rows of a table and shows some of them.
type Rows struct {
	Count int64 `json:"count"`
	// Examples are at most maxExamples rows, in PostgreSQL's text form.
	Examples []string `json:"examples,omitempty"`
}

const maxExamples = 5

// differs reports whether the tables differ in any row.
func (d Difference) differs() bool { return d.Missing || d.Served.Count > 0 || d.Rebuilt.Count > 0 }

// compare compares a shadow's tables with the serving ones, in one snapshot of the database in which both are
// at the same position. The result includes tables that do not differ.
func (r *Rebuilder) compare(ctx context.Context, s *shadow) ([]Difference, error) {
	snapshot, err := r.snapshotAtSamePosition(ctx, s)
	if err != nil {
		return nil, err
	}
	defer func() { _ = snapshot.Rollback() }() // it only reads
	var live string
	if err := snapshot.QueryRowContext(ctx, `SELECT quote_ident(current_schema())`).Scan(&live); err != nil {
		return nil, err
	}
	missing, err := missingTables(ctx, snapshot, live, s.model)
	if err != nil {
		return nil, err
	}
	var all []Difference
	for _, table := range s.model.Tables() {
		name := pq.QuoteIdentifier(table)
		served, rebuilt := live+"."+name, pq.QuoteIdentifier(s.schema)+"."+name
		if slices.Contains(missing, table) {
			served = `(SELECT * FROM ` + rebuilt + ` LIMIT 0)`
		}
		d := Difference{Table: table, Missing: slices.Contains(missing, table)}
		same, err := d.equalHashes(ctx, snapshot, served, rebuilt)
		if err != nil {
			return nil, err
		}
		if same && !d.Missing {
			all = append(all, d)
			continue
		}
		if d.Served, err = rowsOnlyIn(ctx, snapshot, served, rebuilt); err != nil {
			return nil, err
		}
		if d.Rebuilt, err = rowsOnlyIn(ctx, snapshot, rebuilt, served); err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// snapshotAtSamePosition brings the shadow to the position of the serving model, and starts a transaction
// whose snapshot sees both there.
func (r *Rebuilder) snapshotAtSamePosition(ctx context.Context, s *shadow) (snapshot *sql.Tx, err error) {
	for {
		err := r.freeze(ctx, s.model.Name(), func(_ *sql.Tx, served engine.Checkpoint) error {
			if err := r.applyFinalEvents(ctx, s, served.Position); err != nil {
				return err
			}
			if s.position != served.Position {
				return fmt.Errorf("can't be compared: its tables are at position %d, the rebuilt ones are at %d already: rebuild it without --verify",
					served.Position.Commit, s.position.Commit)
			}
			snapshot, err = r.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
			if err != nil {
				return err
			}
			_, err = snapshot.ExecContext(ctx, `SELECT`) // the first statement takes the snapshot
			return err
		})
		if !errors.Is(err, errTooFarBehind) {
			return snapshot, err
		}
		if err := r.loadToHighest(ctx, s); err != nil {
			return nil, err
		}
	}
}

// equalHashes compares two tables by their number of rows, which it records in d, and by the sum of the rows'
// hashes, which does not depend on the order of the rows.
func (d *Difference) equalHashes(ctx context.Context, tx *sql.Tx, served, rebuilt string) (bool, error) {
	var sums [2]string
	for i, table := range []string{served, rebuilt} {
		rows := []*int64{&d.ServedRows, &d.RebuiltRows}[i]
		err := tx.QueryRowContext(ctx,
			`SELECT count(*), COALESCE(sum(hashtextextended(t::text, 0)), 0) FROM `+table+` AS t`).Scan(rows, &sums[i])
		if err != nil {
			return false, fmt.Errorf("hash %s: %w", table, err)
		}
	}
	return d.ServedRows == d.RebuiltRows && sums[0] == sums[1], nil
}

// rowsOnlyIn returns the rows that are in one table and not in the other.
func rowsOnlyIn(ctx context.Context, tx *sql.Tx, in, notIn string) (found Rows, err error) {
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(`SELECT row, count(*) OVER () FROM
		(SELECT t::text AS row FROM %s AS t EXCEPT ALL SELECT t::text FROM %s AS t) AS d ORDER BY row LIMIT %d`, in, notIn, maxExamples))
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

// comparisonTable is a table in the schema of a shadow that was compared and waits to be swapped in.
const comparisonTable = "comparison"

// Comparison is the result of a rebuild with Options.Hold.
type Comparison struct {
	// Position is the event at which both were compared. At is the time of the comparison.
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	// Same is true when no row differs.
	Same   bool            `json:"same"`
	Tables []ComparedTable `json:"tables"`
}

// ComparedTable compares a serving table with the rebuilt one. It shows no row contents, because rows may be
// about persons.
type ComparedTable struct {
	Table string `json:"table"`
	// Missing is true when the serving table was dropped.
	Missing     bool  `json:"missing"`
	ServedRows  int64 `json:"served_rows"`
	RebuiltRows int64 `json:"rebuilt_rows"`
	// OnlyServed counts rows that should not exist. OnlyRebuilt counts missing rows. A wrong row counts in
	// both.
	OnlyServed  int64 `json:"only_served"`
	OnlyRebuilt int64 `json:"only_rebuilt"`
}

// keepComparison stores the result of comparing the shadow.
func (s *shadow) keepComparison(ctx context.Context, compared []Difference) error {
	c := Comparison{Position: s.position.Commit, At: time.Now().UTC(), Same: true}
	for _, d := range compared {
		c.Same = c.Same && !d.differs()
		c.Tables = append(c.Tables, ComparedTable{
			Table: d.Table, Missing: d.Missing, ServedRows: d.ServedRows, RebuiltRows: d.RebuiltRows,
			OnlyServed: d.Served.Count, OnlyRebuilt: d.Rebuilt.Count,
		})
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	for _, statement := range []string{
		`CREATE TABLE IF NOT EXISTS ` + comparisonTable + ` (said json NOT NULL)`, `DELETE FROM ` + comparisonTable,
		`INSERT INTO ` + comparisonTable + ` VALUES (` + pq.QuoteLiteral(string(text)) + `)`,
	} {
		if _, err := s.db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("keep the comparison of %s: %w", s.model.Name(), err)
		}
	}
	return nil
}

// comparisonOf returns the comparison of a model whose rebuilt tables wait to be swapped in, or nil when
// there are none.
func comparisonOf(ctx context.Context, db *sql.DB, name string) (*Comparison, error) {
	exists, err := tableExists(ctx, db, shadowPrefix+name, comparisonTable)
	if err != nil || !exists {
		return nil, err
	}
	var text []byte
	err = db.QueryRowContext(ctx, `SELECT said FROM `+pq.QuoteIdentifier(shadowPrefix+name)+`.`+comparisonTable).Scan(&text)
	var server *pq.Error
	if errors.Is(err, sql.ErrNoRows) || errors.As(err, &server) { // it was swapped in meanwhile
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the comparison of %s: %w", name, err)
	}
	c := new(Comparison)
	return c, json.Unmarshal(text, c)
}

func tableExists(ctx context.Context, db *sql.DB, schema, table string) (exists bool, err error) {
	err = db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, pq.QuoteIdentifier(schema)+"."+pq.QuoteIdentifier(table)).Scan(&exists)
	if err != nil {
		return false, fmt.Errorf("look for table %s.%s: %w", schema, table, err)
	}
	return exists, nil
}
