package database

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gateway/cmd/gateway/config"
	"gateway/eventstore/esdb"
	"gateway/eventstore/localpg"

	"github.com/lib/pq"
	"github.com/sirupsen/logrus"
)

// ErrNoInstallation says that there is no installation at the configured place.
var ErrNoInstallation = errors.New("there is no installation in")

// NoInstallation returns ErrNoInstallation for a place, with advice on what to do.
func NoInstallation(place string) error {
	return fmt.Errorf("%w %s: set DATA_DIR or DATABASE_URL (and EVENTSTORE_URL) to those of the gateway that you mean, "+
		"or start one with gateway serve", ErrNoInstallation, place)
}

// OpenExisting opens the databases of an existing installation. It creates no data directory and no log,
// because checks of an empty log would report that all is well. Error: ErrNoInstallation.
func OpenExisting(ctx context.Context, c config.Config, logger *logrus.Entry) (*Databases, error) {
	if c.DatabaseURL != "" {
		if err := requireLog(ctx, c, c.DatabaseURL); err != nil {
			return nil, err
		}
		return OpenBeside(ctx, c, logger, localpg.StartOrAttach)
	}
	exists, err := localpg.Exists(c.DataDir)
	if err != nil {
		return nil, err
	}
	if !exists {
		dir, err := filepath.Abs(c.DataDir)
		if err != nil {
			return nil, err
		}
		return nil, NoInstallation("the data directory " + dir)
	}
	return OpenBeside(ctx, c, logger, func(ctx context.Context, o localpg.Options) (*localpg.Cluster, error) {
		cluster, err := localpg.StartOrAttach(ctx, o)
		if err != nil {
			return nil, err
		}
		if err := requireLog(ctx, c, cluster.DSN(readDatabase)); err != nil {
			return nil, errors.Join(err, cluster.Stop(context.WithoutCancel(ctx)))
		}
		return cluster, nil
	})
}

// requireLog checks that the log's table exists, or the state's table when the log is in EventStoreDB. Error:
// ErrNoInstallation.
func requireLog(ctx context.Context, c config.Config, readURL string) (err error) {
	events, table := c.EventStoreURL, "events"
	if esdb.IsURL(events) {
		events, table = c.StateURL, "state.sessions"
	}
	if events == "" {
		if events, err = eventsURL(readURL); err != nil {
			return err
		}
	}
	found, err := hasTable(ctx, events, table)
	if err == nil && !found {
		err = NoInstallation("the database " + databaseName(events))
	}
	return err
}

// hasTable reports whether a table exists. It also returns false when the database does not exist.
func hasTable(ctx context.Context, raw, table string) (found bool, err error) {
	db, err := connect(raw, 1, nil, SlowQueries{})
	if err != nil {
		return false, err
	}
	defer func() { _ = db.Close() }() // it only read
	err = db.GetContext(ctx, &found, `SELECT to_regclass($1) IS NOT NULL`, table)
	var server *pq.Error
	if errors.As(err, &server) && server.Code.Name() == "invalid_catalog_name" {
		return false, nil
	}
	return found, wrap("connect to database "+databaseName(raw), err)
}

// databaseName returns the name of a URL's database, without its host and password.
func databaseName(raw string) string {
	u, err := config.ParseURL(raw)
	if err != nil {
		return ""
	}
	return strings.Trim(u.Path, "/")
}
