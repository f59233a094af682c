package state_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
	"gateway/test/poll"
)

func nothing(context.Context) error { return nil }

func TestWhileAGatewayRunsTheLogCantBeMoved(t *testing.T) {
	t.Parallel()
	db := open(t, postgrestest.Database(t))
	gateway := state.NewPresence(db)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- gateway.Run(ctx) }()
	poll.Until(t, "the gateway is known to live", func() bool {
		alive, err := state.NewPresence(db).Alive(t.Context(), gateway.ID)
		if err != nil {
			t.Fatal(err)
		}
		return alive
	})
	if err := state.WhileNoGatewayRuns(t.Context(), db, nothing); !errors.Is(err, state.ErrOccupied) {
		t.Errorf("got %v", err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := state.WhileNoGatewayRuns(t.Context(), db, nothing); err != nil {
		t.Errorf("when it has ended: %v", err)
	}
}

func TestWhileTheLogIsMovedNoGatewayRuns(t *testing.T) {
	t.Parallel()
	db := open(t, postgrestest.Database(t))
	err := state.WhileNoGatewayRuns(t.Context(), db, func(ctx context.Context) error {
		if err := state.CheckNotMoving(ctx, db); !errors.Is(err, state.ErrMoving) {
			t.Errorf("one may start: %v", err)
		}
		if err := state.NewPresence(db).Run(ctx); !errors.Is(err, state.ErrMoving) {
			t.Errorf("one that began all the same goes on: %v", err)
		}
		if err := state.WhileNoGatewayRuns(ctx, db, nothing); !errors.Is(err, state.ErrOccupied) {
			t.Errorf("it is moved twice at once: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := state.CheckNotMoving(t.Context(), db); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestAMoveEndsWhenItsLockIsLost(t *testing.T) {
	t.Parallel()
	db := open(t, postgrestest.Database(t))
	err := state.WhileNoGatewayRuns(t.Context(), db, func(ctx context.Context) error {
		if _, err := db.Exec(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Second):
			return nil
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
