package localpg

import (
	"context"
	"errors"
	"os"
	"time"
)

// Supervise restarts PostgreSQL whenever it has died, until ctx ends or Stop is called. It returns an error
// only if a restart failed.
func (c *Cluster) Supervise(ctx context.Context) error {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if done, err := c.restartIfDead(ctx); done || err != nil {
			return err
		}
	}
}

// restartIfDead restarts PostgreSQL if it has died. done is true if there is nothing left to watch.
func (c *Cluster) restartIfDead(ctx context.Context) (done bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped || c.PID() != 0 {
		return c.stopped, nil
	}
	c.logf("PostgreSQL is gone, starting it again")
	if err := c.ensureRunning(ctx); err != nil && ctx.Err() == nil {
		return true, err
	}
	return false, nil
}

// Stop stops PostgreSQL and releases the data directory. It ends open sessions at once.
// If ctx ends first, or after 30 s, it stops PostgreSQL without a checkpoint: no data is
// lost, and the next start recovers. A second call does nothing.
func (c *Cluster) Stop(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped || c.attached {
		return nil
	}
	c.stopped = true
	err := c.stopServer(ctx, "fast")
	if err != nil {
		if again := c.stopServer(context.WithoutCancel(ctx), "immediate"); again != nil {
			err = errors.Join(err, again)
		} else {
			err = nil
		}
	}
	if err == nil && c.socket != c.data {
		err = os.Remove(c.socket)
	}
	return errors.Join(err, unlock(c.lock))
}
