package rebuild

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"gateway/projections/engine"

	"github.com/lib/pq"
)

const (
	// lockTimeout limits how long a swap waits for the locks on the tables, because later queries wait behind
	// it. The swap is then rolled back and tried again after swapRetryAfter. It fails when a query keeps it
	// waiting for swapGiveUpAfter.
	lockTimeout     = "100ms"
	swapRetryAfter  = 500 * time.Millisecond
	swapGiveUpAfter = 10 * time.Minute
)

// errTooFarBehind says that more than finalEvents events are left to apply.
var errTooFarBehind = errors.New("the shadow is too far behind")

// freeze runs f while it holds the lock on the serving model's checkpoint, so that the model's tables do not
// change. The engine's next batch waits for f, so f must be short. When f cannot get a lock in time, freeze
// rolls back and runs f again.
func (r *Rebuilder) freeze(ctx context.Context, name string, f func(*sql.Tx, engine.Checkpoint) error) error {
	deadline := time.Now().Add(swapGiveUpAfter)
	for {
		err := r.freezeOnce(ctx, name, f)
		var server *pq.Error
		contended := errors.As(err, &server) && (server.Code.Name() == "lock_not_available" || server.Code.Name() == "deadlock_detected")
		if !contended || time.Now().After(deadline) {
			return err
		}
		select {
		case <-time.After(swapRetryAfter):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *Rebuilder) freezeOnce(ctx context.Context, name string, f func(*sql.Tx, engine.Checkpoint) error) error {
	return r.transact(ctx, func(tx *sql.Tx) error {
		// This releases the lock if the process is suspended here, because the engine waits for it.
		if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = '3s'`); err != nil {
			return err
		}
		c := engine.Checkpoint{Name: name}
		err := tx.QueryRowContext(ctx, `SELECT commit_position, prepare_position, state FROM checkpoints WHERE name = $1 FOR UPDATE`,
			name).Scan(&c.Position.Commit, &c.Position.Prepare, &c.State)
		if err != nil {
			return fmt.Errorf("lock the checkpoint of %s: %w", name, err)
		}
		return f(tx, c)
	})
}
