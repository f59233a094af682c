package database

import (
	"context"
	"database/sql"
	"errors"
	"net/url"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/logging"
	"gateway/eventstore/esdb"
	"gateway/eventstore/localpg"
	"gateway/migrations"

	"github.com/jmoiron/sqlx"
	"github.com/sirupsen/logrus"
)

// The names of the two databases in the PostgreSQL cluster that the gateway runs itself.
const (
	readDatabase  = "gateway"
	eventDatabase = "gateway_events"
)

// Databases are the databases of one installation: the log's database, which also holds the schema `state`,
// and the read models' database, which may be dropped. When the log is in EventStoreDB, the database at
// STATE_URL holds only the schema `state`.
type Databases struct {
	// Cluster is nil with DATABASE_URL, because the gateway then runs no PostgreSQL itself.
	Cluster *localpg.Cluster
	// EventsURL is the URL of the log's store, which opens its own connections. ReadURL is the URL of the
	// read models' database.
	EventsURL string
	ReadURL   string
	// Events is the log's database, or nil for a log in EventStoreDB. State is the database of the schema
	// `state`; it equals Events unless that is nil.
	Events *sqlx.DB
	State  *sqlx.DB
	Read   *sqlx.DB

	// CheckOnly says that schemas are only checked, and neither created nor changed.
	CheckOnly bool
	// Beside says that another version's read models are in the same database as this version's.
	Beside bool
	// Version identifies the version of the read models.
	Version string
	Slow    SlowQueries
}

// Open opens the databases. It creates missing ones and migrates all; with MIGRATE=off it refuses those that
// are not migrated. Without DATABASE_URL it starts PostgreSQL.
func Open(ctx context.Context, c config.Config, logger *logrus.Entry) (*Databases, error) {
	return OpenBeside(ctx, c, logger, localpg.Start)
}

// OpenBeside is Open with the function that starts PostgreSQL: localpg.Start, or localpg.StartOrAttach for
// commands that may run beside a gateway.
func OpenBeside(
	ctx context.Context, c config.Config, logger *logrus.Entry,
	start func(context.Context, localpg.Options) (*localpg.Cluster, error),
) (*Databases, error) {
	d := newDatabases(c)
	d.Slow = SlowQueries{c.SlowQueryAfter, logger}
	if d.ReadURL == "" {
		cluster, err := start(ctx, localpg.Options{DataDir: c.DataDir, Logf: logger.Infof})
		if err != nil {
			return nil, err
		}
		d.Cluster, d.ReadURL = cluster, cluster.DSN(readDatabase)
	}
	err := d.open(ctx, c.StateURL)
	if err != nil {
		return nil, errors.Join(err, d.Close(ctx))
	}
	return d, nil
}

// newDatabases returns the databases that the configuration names, without opening any.
func newDatabases(c config.Config) *Databases {
	return &Databases{EventsURL: WithTLS(c.EventStoreURL), ReadURL: WithTLS(c.DatabaseURL), CheckOnly: c.Migrate == config.MigrateOff}
}

func (d *Databases) open(ctx context.Context, stateURL string) (err error) {
	if d.EventsURL == "" {
		if d.EventsURL, err = eventsURL(d.ReadURL); err != nil {
			return err
		}
	}
	// The log is opened first, because the operator needs the error about the log when both databases are
	// refused.
	if err := d.openEvents(ctx, stateURL); err != nil {
		return err
	}
	return d.openRead(ctx)
}

// openRead opens the read models. When the database has those of another version, it makes ReadURL point to a
// separate PostgreSQL schema for this version's read models.
func (d *Databases) openRead(ctx context.Context) error {
	schema, err := d.readSchema(ctx)
	if err != nil {
		return err
	}
	if d.Version, err = migrations.ReadModelVersion(); err != nil {
		return err
	}
	if d.Beside = schema != ""; d.Beside {
		if d.ReadURL, err = migrations.InSchema(d.ReadURL, schema); err != nil {
			return err
		}
	}
	d.Read, err = Connect(ctx, d.ReadURL, 16, readSettings, readModelSchema, d.CheckOnly, d.Slow)
	if err != nil || !d.Beside || d.CheckOnly {
		return err
	}
	return migrations.TakeOver(ctx, d.Read.DB)
}

// readSchema returns the PostgreSQL schema of this version's read models (migrations.ReadModelSchema). It
// creates the schema unless schemas are only checked.
func (d *Databases) readSchema(ctx context.Context) (schema string, err error) {
	if err := refusePooler(ctx, d.ReadURL); err != nil {
		return "", err
	}
	if !d.CheckOnly {
		if err := ensureDatabase(ctx, d.ReadURL); err != nil {
			return "", err
		}
	}
	db, err := connect(d.ReadURL, 1, nil, SlowQueries{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	schema, err = migrations.ReadModelSchema(ctx, db.DB)
	if err == nil && schema != "" && !d.CheckOnly {
		err = migrations.CreateReadModelSchema(ctx, db.DB, schema)
	}
	return schema, err
}

// readSettings are the settings of the read models' connections. With binary_parameters an unprepared query
// takes one round trip instead of two. Connections keep the plans of prepared queries (wire.Preparing).
// PostgreSQL would choose to scan a small table completely, and keep that plan when the table has grown, so
// sequential scans are off.
var readSettings = url.Values{"binary_parameters": {"yes"}, "enable_seqscan": {"off"}, "jit": {"off"}}

func (d *Databases) openEvents(ctx context.Context, stateURL string) (err error) {
	if esdb.IsURL(d.EventsURL) {
		return d.openState(ctx, stateURL)
	}
	d.Events, err = Connect(ctx, d.EventsURL, 12, stateSettings, EventStoreSchema, d.CheckOnly, d.Slow)
	d.State = d.Events
	return err
}

// stateSettings end a transaction that an instance left open because it froze, so that it does not block the
// others. Plans are kept, as on the read models' connections.
var stateSettings = url.Values{"idle_in_transaction_session_timeout": {"2s"}, "enable_seqscan": {"off"}, "jit": {"off"}}

func (d *Databases) openState(ctx context.Context, raw string) (err error) {
	if raw == "" {
		if raw, err = eventsURL(d.ReadURL); err != nil {
			return err
		}
	}
	d.State, err = Connect(ctx, raw, 12, stateSettings, stateSchema, d.CheckOnly, d.Slow)
	return err
}

// Close closes the connections and stops Cluster.
func (d *Databases) Close(ctx context.Context) error {
	for _, db := range []*sqlx.DB{d.Read, d.State} {
		if db != nil {
			_ = db.Close() // fails only if the server had already ended a connection
		}
	}
	if d.Cluster == nil {
		return nil
	}
	return d.Cluster.Stop(ctx)
}

var errImportToEventStoreDB = errors.New("EVENTSTORE_URL names an EventStoreDB, which can't take events at the positions that they had: " +
	"import with EVENTSTORE_URL left out, or naming an empty database of PostgreSQL, then gateway events copy --to esdb://..., " +
	"then set EVENTSTORE_URL again")

// OpenForRestore opens the databases for an import of the log, during which no gateway may run. It refuses a
// log in EventStoreDB. Error: localpg.ErrInUse.
func OpenForRestore(ctx context.Context, c config.Config) (*Databases, error) {
	if esdb.IsURL(c.EventStoreURL) {
		return nil, errImportToEventStoreDB
	}
	return Open(ctx, c, logging.New(c))
}

// EventsDB returns the log's database, or nil for a log in EventStoreDB.
func (d *Databases) EventsDB() *sql.DB {
	if d.Events == nil {
		return nil
	}
	return d.Events.DB
}
