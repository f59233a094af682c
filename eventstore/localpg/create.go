package localpg

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// createCluster creates the cluster and returns its folder: pointer itself, or, if the account can't enter
// the data directory, a folder elsewhere to which pointer becomes a link.
func (c *Cluster) createCluster(ctx context.Context, pointer string) (data string, err error) {
	reachable, err := c.account.canEnter(ctx, filepath.Dir(pointer))
	if err != nil {
		return "", err
	}
	if reachable {
		return pointer, c.initdb(ctx, pointer)
	}
	if data, err = fallbackDir(filepath.Dir(pointer)); err != nil {
		return "", err
	}
	if err := c.retire(ctx, data); err != nil {
		return "", err
	}
	if err := c.initdb(ctx, data); err != nil {
		return "", err
	}
	return data, os.Symlink(data, pointer)
}

// retire stops and renames a cluster that no data directory points to any more, because its data directory
// was removed. It is not deleted, because it may hold records of money.
func (c *Cluster) retire(ctx context.Context, data string) error {
	abandoned := &Cluster{account: c.account, binDir: c.binDir, data: data}
	if err := abandoned.stopServer(ctx, "fast"); err != nil {
		return err
	}
	kept, err := renameOld(data)
	if kept != "" && err == nil {
		c.logf("the data directory is new: the cluster of an older one at the same place is kept in %s", kept)
	}
	return err
}

// initdb creates an empty cluster. It appears in its place either complete or not at all, so an interrupted
// start can be repeated.
func (c *Cluster) initdb(ctx context.Context, data string) error {
	c.logf("creating a PostgreSQL cluster in %s", data)
	fresh := data + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := c.account.giveDir(fresh); err != nil {
		return err
	}
	cmd := c.account.command(ctx, filepath.Join(c.binDir, "initdb"), "--pgdata", fresh, "--username", superuser,
		"--encoding", "UTF8", "--no-locale", "--data-checksums", "--auth-local", "trust", "--auth-host", "reject")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return os.Rename(fresh, data)
}
