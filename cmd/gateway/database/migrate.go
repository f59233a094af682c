package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/logging"
	"gateway/eventstore/esdb"
	"gateway/http/simulator"
	"gateway/migrations"

	"github.com/jmoiron/sqlx"
)

// Grants names the roles to which Migrate gives their rights. An empty name is skipped.
type Grants struct {
	// Serve is the role for `gateway serve`. Audit is an auditor's role for `gateway audit`.
	Serve, Audit string
}

// Migrate creates missing databases, migrates all, and gives roles their rights. It logs in as the owner:
// MIGRATE_USER, or the user in the URLs. It may be repeated. Error: migrations.ErrNoRole.
func Migrate(ctx context.Context, c config.Config, g Grants, out io.Writer) (err error) {
	if g != (Grants{}) && c.DatabaseURL == "" {
		return errors.New("roles go with DATABASE_URL: the gateway's own PostgreSQL has one role")
	}
	c.Migrate = "on"
	if c.MigrateUser != "" {
		if c, err = AsOwner(c); err != nil {
			return err
		}
	}
	databases, err := Open(ctx, c, logging.New(c))
	if err != nil {
		return err
	}
	if c.Simulates() {
		err = simulator.CreateTables(ctx, databases.State)
	}
	if err == nil {
		err = databases.grant(ctx, g)
	}
	if err := errors.Join(err, databases.Close(ctx)); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "The databases are up to date.")
	return err
}

// AsOwner puts the owner's login into the URLs of the databases.
func AsOwner(c config.Config) (config.Config, error) {
	login := url.User(c.MigrateUser)
	if c.MigratePassword != "" {
		login = url.UserPassword(c.MigrateUser, c.MigratePassword)
	}
	for _, raw := range []*string{&c.DatabaseURL, &c.EventStoreURL, &c.StateURL} {
		if *raw == "" || esdb.IsURL(*raw) {
			continue
		}
		u, err := config.ParseURL(*raw)
		if err != nil {
			return c, err
		}
		u.User = login
		*raw = u.String()
	}
	return c, nil
}

func (d *Databases) grant(ctx context.Context, g Grants) error {
	for _, s := range []struct {
		db   *sqlx.DB
		kind migrations.Kind
	}{
		{d.Events, migrations.KindEventStore}, {d.State, migrations.KindState}, {d.Read, migrations.KindReadModel},
	} {
		if s.db == nil {
			continue
		}
		if g.Serve != "" {
			if err := migrations.GrantServe(ctx, s.db.DB, s.kind, g.Serve); err != nil {
				return err
			}
		}
		if g.Audit != "" {
			if err := migrations.GrantAudit(ctx, s.db.DB, s.kind, g.Audit, g.Serve); err != nil {
				return err
			}
		}
	}
	return nil
}
