package localpg

import (
	"context"
	"errors"
	"fmt"
)

// StartOrAttach is Start for a command-line tool. While a gateway uses the directory, the tool uses the
// gateway's PostgreSQL and Stop leaves it running. Otherwise it starts the cluster, and Stop stops it.
func StartOrAttach(ctx context.Context, opts Options) (*Cluster, error) {
	c, err := Start(ctx, opts)
	if !errors.Is(err, ErrInUse) {
		return c, err
	}
	dir, err := ensureDir(opts.DataDir)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	c = &Cluster{settings: opts.Settings, logf: func(string, ...any) {}, attached: true}
	if err := c.locate(ctx, dir); err != nil {
		return nil, err
	}
	if running := readPostmaster(c.data); !running.alive() || !running.ready {
		return nil, fmt.Errorf("the gateway at work in %s has no PostgreSQL running: wait until it is up", dir)
	}
	return c, c.ping(ctx)
}
