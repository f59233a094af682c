package localpg

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// create makes the cluster that the pointer is to name and returns where it lies:
// at the pointer itself, or where the account cannot go there, behind it.
func (c *Cluster) create(ctx context.Context, pointer string) (data string, err error) {
	reachable, err := c.account.canEnter(ctx, filepath.Dir(pointer))
	if err != nil {
		return "", err
	}
	if reachable {
		return pointer, c.initdb(ctx, pointer)
	}
	if data, err = detour(filepath.Dir(pointer)); err != nil {
		return "", err
	}
	if err := c.setAside(ctx, data); err != nil {
		return "", err
	}
	if err := c.initdb(ctx, data); err != nil {
		return "", err
	}
	return data, os.Symlink(data, pointer)
}

// setAside keeps a cluster that no data directory points to any more: whoever
// removed the directory starts empty, and what may be money is not deleted. Such a
// cluster may still be running.
func (c *Cluster) setAside(ctx context.Context, data string) error {
	abandoned := &Cluster{account: c.account, binDir: c.binDir, data: data}
	if err := abandoned.down(ctx, "fast"); err != nil {
		return err
	}
	kept, err := keepAside(data)
	if kept != "" && err == nil {
		c.logf("the data directory is new: the cluster of an older one at the same place is kept in %s", kept)
	}
	return err
}

// initdb makes an empty cluster. It appears in its place complete or not at all,
// so a start that is killed half-way is simply made again.
func (c *Cluster) initdb(ctx context.Context, data string) error {
	c.logf("creating a PostgreSQL cluster in %s", data)
	fresh := data + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := c.account.own(fresh); err != nil {
		return err
	}
	cmd := c.account.command(ctx, filepath.Join(c.binDir, "initdb"), "--pgdata", fresh, "--username", superuser,
		"--encoding", "UTF8", "--no-locale", "--data-checksums", "--auth-local", "trust", "--auth-host", "reject")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return os.Rename(fresh, data)
}
