package rebuild

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lib/pq"
)

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
