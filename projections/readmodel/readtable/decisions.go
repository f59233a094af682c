package readtable

import (
	"context"
	"time"
)

// Decisions returns how long decisions took: the time from created_at to decided_at of each row of the table that the clause selects, in
// its order. Error: a *QueryError.
func Decisions(ctx context.Context, db DB, table, clause string, args ...any) ([]time.Duration, error) {
	var rows []struct {
		CreatedAt time.Time `db:"created_at"`
		DecidedAt time.Time `db:"decided_at"`
	}
	if err := db.SQL.SelectContext(ctx, &rows, "SELECT created_at, decided_at FROM "+table+" "+clause, args...); err != nil {
		return nil, Failed(table, err)
	}
	took := make([]time.Duration, len(rows))
	for i, row := range rows {
		took[i] = row.DecidedAt.Sub(row.CreatedAt)
	}
	return took, nil
}
