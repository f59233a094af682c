package engine

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"gateway/eventstore"

	"github.com/lib/pq"
)

// Overview is what whoever runs the service wants to know of a read model, or of a
// reactor that keeps a checkpoint.
type Overview struct {
	Status
	Reactor bool `json:"reactor"`
	// LagSeconds is for how long the oldest event that it lacks has been in the log.
	LagSeconds float64 `json:"lag_seconds"`
	// Bytes are those of its tables with their indexes on disk, KeptBytes those of
	// what rebuilds keep beside them.
	Bytes     int64 `json:"bytes"`
	KeptBytes int64 `json:"kept_bytes"`
}

// Survey gives the overview of models, and of reactors.
func Survey(ctx context.Context, db *sql.DB, log *eventstore.Log, models []Model) ([]Overview, error) {
	statuses, err := Statuses(ctx, db, log, models)
	if err != nil {
		return nil, err
	}
	checkpoints, err := Checkpoints(ctx, db)
	if err != nil {
		return nil, err
	}
	all := make([]Overview, len(models))
	for i, m := range models {
		all[i].Status = statuses[i]
		if all[i].Bytes, err = size(ctx, db, m.Tables(), `current_schema()`); err != nil {
			return nil, err
		}
		beside := pq.QuoteLiteral(shadowPrefix+m.Name()) + `, ` + pq.QuoteLiteral(retiredPrefix+m.Name())
		if all[i].KeptBytes, err = size(ctx, db, m.Tables(), beside); err != nil {
			return nil, err
		}
	}
	all = append(all, acting(checkpoints, statuses)...)
	for i := range all {
		if all[i].LagSeconds, err = lagSeconds(ctx, log, checkpoints[all[i].Name].Position); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// acting are the reactors among the checkpoints, against the same head of the log.
func acting(checkpoints map[string]Checkpoint, statuses []Status) (all []Overview) {
	for _, name := range slices.Sorted(maps.Keys(checkpoints)) {
		if c := checkpoints[name]; c.Reactor && len(statuses) > 0 {
			head := eventstore.Position{Commit: statuses[0].Head, Prepare: statuses[0].Head}
			o := Overview{Status: statusOf(c, head), Reactor: true}
			o.Name = name
			all = append(all, o)
		}
	}
	return all
}

func lagSeconds(ctx context.Context, log *eventstore.Log, at eventstore.Position) (float64, error) {
	next, err := log.Store().ReadAll(ctx, at, 1)
	if err != nil || len(next) == 0 {
		return 0, err
	}
	return max(0, time.Since(next[0].Created).Seconds()), nil
}

func size(ctx context.Context, db *sql.DB, tables []string, schemas string) (bytes int64, err error) {
	err = db.QueryRowContext(ctx, `SELECT COALESCE(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c
		JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = ANY($1) AND n.nspname IN (`+schemas+`)`,
		pq.Array(tables)).Scan(&bytes)
	if err != nil {
		return 0, fmt.Errorf("measure the tables: %w", err)
	}
	return bytes, nil
}
