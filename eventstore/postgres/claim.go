package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
)

// Claim is what a process claims of the log for as long as its store is open. It is
// an advisory lock of the very session that appends: who has lost it can't append.
type Claim int

const (
	// ClaimNone is for tools: it neither minds the claims of others nor hinders them.
	ClaimNone Claim = iota
	// ClaimShared lets others append too, but nobody who claims to be alone.
	ClaimShared
	// ClaimExclusive lets no other claim be made. When its session breaks, others may have
	// appended since: then this store appends no more (see Store.ClaimLost).
	ClaimExclusive
)

// claimKey is the advisory lock: shared by those who append together.
const claimKey = 0x6c6f6721 // "log!"

var (
	// ErrClaimed says that the claims of other processes do not allow this one.
	ErrClaimed = errors.New("another process writes to this log")
	// ErrClaimLost says that the session which had the log alone broke.
	ErrClaimLost = errors.New("the database session that had the log alone is lost")
)

// ClaimLost is closed when an append found that the claim to be alone is lost. It, and
// every one after it, fails with ErrUnavailable and ErrClaimLost.
func (s *Store) ClaimLost() <-chan struct{} { return s.claim.lost }

// claiming makes the claim on each connection before anything else.
type claiming struct {
	driver.Connector
	claim Claim
	lost  chan struct{}

	mu    sync.Mutex
	taken bool
}

func newClaiming(c Claim) *claiming { return &claiming{claim: c, lost: make(chan struct{})} }

// over is the connector with the claim made on each of its connections.
func (c *claiming) over(connector driver.Connector) driver.Connector {
	if c == nil || c.claim == ClaimNone {
		return connector
	}
	c.Connector = connector
	return c
}

// Connect implements driver.Connector.
func (c *claiming) Connect(ctx context.Context) (driver.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.claim == ClaimExclusive && c.taken {
		select {
		case <-c.lost:
		default:
			close(c.lost)
		}
		return nil, ErrClaimLost
	}
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.take(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	c.taken = true
	return conn, nil
}

func (c *claiming) take(ctx context.Context, conn driver.Conn) error {
	lock := "pg_try_advisory_lock"
	if c.claim == ClaimShared {
		lock = "pg_try_advisory_lock_shared"
	}
	rows, err := conn.(driver.QueryerContext).QueryContext(ctx, fmt.Sprintf(`SELECT %s(%d)`, lock, claimKey), nil)
	if err != nil {
		return fmt.Errorf("claim the log: %w", err)
	}
	defer rows.Close()
	ours := make([]driver.Value, 1)
	if err := rows.Next(ours); err != nil {
		return fmt.Errorf("claim the log: %w", err)
	}
	if ours[0] != true {
		return ErrClaimed
	}
	return nil
}
