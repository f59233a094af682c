package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"

	"gateway/eventstore/wire"
)

// Claim is a process's claim to a log while its store is open. It is an advisory lock held by the database
// session that appends, so a process that loses its claim can't append.
type Claim int

const (
	// ClaimNone is no claim: the claims of other processes do not matter. It is for tools.
	ClaimNone Claim = iota
	// ClaimShared allows other shared claims, but no exclusive one. Gateways use it.
	ClaimShared
	// ClaimExclusive allows no other claim. If its session breaks, other processes may have appended since,
	// so the store stops appending (see Store.ClaimLost).
	ClaimExclusive
)

// claimKey is the key of the advisory lock.
const claimKey = 0x6c6f6721 // "log!"

var (
	// ErrClaimed says that the claim of another process does not allow this one.
	ErrClaimed = errors.New("another process writes to this log")
	// ErrClaimLost says that the session with the exclusive claim broke.
	ErrClaimLost = errors.New("the database session that had the log alone is lost")
)

// ClaimLost returns a channel that is closed when an append finds that the exclusive
// claim is lost. That append and every later one fails with ErrUnavailable and
// ErrClaimLost.
func (s *Store) ClaimLost() <-chan struct{} { return s.claim.lost }

// claimHolder acquires the claim on each new connection before its first use. After a reconnection it also
// has the log checked, because it may now be an older one.
type claimHolder struct {
	claim Claim
	lost  chan struct{}
	// onReconnect, if set, is called on every new connection except the first.
	onReconnect func(context.Context) error

	mu       sync.Mutex
	acquired bool // on an earlier connection
}

func newClaimHolder(c Claim) *claimHolder {
	return &claimHolder{claim: c, lost: make(chan struct{})}
}

// wrap returns a connector that acquires the claim; without a claim, the given one.
func (c *claimHolder) wrap(connector driver.Connector) driver.Connector {
	if c == nil || c.claim == ClaimNone {
		return connector
	}
	return wire.Opening(connector, c.open)
}

// open returns a new connection that has the claim. Errors: ErrClaimed, ErrClaimLost.
func (c *claimHolder) open(ctx context.Context, connector driver.Connector) (driver.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.claim == ClaimExclusive && c.acquired {
		select {
		case <-c.lost:
		default:
			close(c.lost)
		}
		return nil, ErrClaimLost
	}
	conn, err := connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.acquire(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	if c.acquired && c.onReconnect != nil {
		if err := c.onReconnect(ctx); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	c.acquired = true
	return conn, nil
}

func (c *claimHolder) acquire(ctx context.Context, conn driver.Conn) error {
	lock := "pg_try_advisory_lock"
	if c.claim == ClaimShared {
		lock = "pg_try_advisory_lock_shared"
	}
	acquired, err := wire.Scalar(ctx, conn, fmt.Sprintf(`SELECT %s(%d)`, lock, claimKey))
	if err != nil {
		return fmt.Errorf("claim the log: %w", err)
	}
	if acquired != true {
		return ErrClaimed
	}
	return nil
}
