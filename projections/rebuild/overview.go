package rebuild

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Overview is the state of a read model, or of a reactor that keeps a checkpoint, for the operator.
type Overview struct {
	engine.Status
	Reactor bool `json:"reactor"`
	// LagSeconds is the age of the oldest event that it has not handled.
	LagSeconds float64 `json:"lag_seconds"`
	// Bytes is the size on disk of its tables and indexes. KeptBytes is the size of its shadow and retired
	// tables.
	Bytes     int64 `json:"bytes"`
	KeptBytes int64 `json:"kept_bytes"`
}

// Overviews returns the overviews of the models, then those of the reactors.
func Overviews(ctx context.Context, db *sql.DB, log *eventstore.Log, models []engine.Model) ([]Overview, error) {
	statuses, err := Statuses(ctx, db, log, models)
	if err != nil {
		return nil, err
	}
	checkpoints, err := engine.Checkpoints(ctx, db)
	if err != nil {
		return nil, err
	}
	all := make([]Overview, len(models))
	for i, m := range models {
		all[i].Status = statuses[i]
		if all[i].Bytes, err = bytesOnDisk(ctx, db, m.Tables(), `current_schema()`); err != nil {
			return nil, err
		}
		kept := pq.QuoteLiteral(shadowPrefix+m.Name()) + `, ` + pq.QuoteLiteral(retiredPrefix+m.Name())
		if all[i].KeptBytes, err = bytesOnDisk(ctx, db, m.Tables(), kept); err != nil {
			return nil, err
		}
	}
	all = append(all, reactorOverviews(checkpoints, statuses)...)
	for i := range all {
		if all[i].LagSeconds, err = lagSeconds(ctx, log, checkpoints[all[i].Name].Position); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// reactorOverviews compares the reactors' checkpoints with the head of the log.
func reactorOverviews(checkpoints map[string]engine.Checkpoint, statuses []engine.Status) (all []Overview) {
	for _, name := range slices.Sorted(maps.Keys(checkpoints)) {
		if c := checkpoints[name]; c.Reactor && len(statuses) > 0 {
			head := eventstore.Position{Commit: statuses[0].Head, Prepare: statuses[0].Head}
			all = append(all, Overview{Status: engine.StatusOf(c, head), Reactor: true})
		}
	}
	return all
}

func lagSeconds(ctx context.Context, log *eventstore.Log, at eventstore.Position) (float64, error) {
	next, err := log.Store().ReadAll(ctx, at, 1)
	if err != nil || len(next) == 0 {
		return 0, err
	}
	return max(0, time.Since(next[0].BookedAt).Seconds()), nil
}

// bytesOnDisk sums the sizes of tables in some schemas, which are given as a list of SQL expressions.
func bytesOnDisk(ctx context.Context, db *sql.DB, tables []string, schemas string) (bytes int64, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = ANY($1) AND n.nspname IN (`+schemas+`)`,
		pq.Array(tables)).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("measure the tables: %w", err)
	}
	return bytes, nil
}
