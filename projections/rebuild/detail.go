package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Detail is the state of one read model, including what rebuilds keep.
type Detail struct {
	engine.Status
	// LagSeconds is the age of the oldest event that the model has not applied.
	LagSeconds float64 `json:"lag_seconds"`
	// Bytes is the size on disk of the model's tables and indexes. KeptBytes is the size of what rebuilds
	// keep.
	Bytes     int64 `json:"bytes"`
	KeptBytes int64 `json:"kept_bytes"`
	// Built is the comparison of rebuilt tables that wait to be swapped in, or nil when there are none.
	Built *Comparison `json:"built"`
	// FormerPosition is the position of the tables that a rollback would bring up to date and serve again, or
	// nil when there are none.
	FormerPosition *int64 `json:"former_position"`
}

// Detail returns the state of one read model. It refuses an unknown name with not_found.
func (q *Queue) Detail(ctx context.Context, name string) (Detail, error) {
	r := q.rebuilder
	models, err := r.modelsNamed([]string{name})
	if err != nil {
		return Detail{}, err
	}
	queued := q.names()
	overviews, err := Overviews(ctx, r.db, r.log, models)
	if err != nil {
		return Detail{}, err
	}
	o := overviews[0]
	d := Detail{Status: q.withQueued(o.Status, queued), LagSeconds: o.LagSeconds, Bytes: o.Bytes, KeptBytes: o.KeptBytes}
	if d.Built, err = comparisonOf(ctx, r.db, name); err != nil {
		return Detail{}, err
	}
	d.FormerPosition, err = formerPosition(ctx, r.db, name)
	return d, err
}

func formerPosition(ctx context.Context, db *sql.DB, name string) (*int64, error) {
	exists, err := tableExists(ctx, db, retiredPrefix+name, "checkpoints")
	if err != nil || !exists {
		return nil, err
	}
	var position int64
	schema := pq.QuoteIdentifier(retiredPrefix + name)
	err = db.QueryRowContext(ctx, `SELECT commit_position FROM `+schema+`.checkpoints WHERE name = $1`, name).Scan(&position)
	var server *pq.Error
	if errors.Is(err, sql.ErrNoRows) || errors.As(err, &server) { // a rebuild is replacing it at this moment
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for former tables of %s: %w", name, err)
	}
	return &position, nil
}
