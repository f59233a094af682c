package wiring

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/http/service/state"

	"github.com/jmoiron/sqlx"
	"github.com/sirupsen/logrus"
)

// Move holds the two stores of a move of the log. Stores in PostgreSQL are claimed while it is open, so that
// no other process writes to them.
type Move struct {
	config   config.Config
	From, To transfer.Store
	// Sink writes to To.
	Sink transfer.Sink

	// source and target are the databases of the schema `state`; nil for one that does not move with the log.
	source, target *sqlx.DB

	logger    *logrus.Entry
	databases *database.Databases // nil if the move does not need them
	closers   []func() error
}

// OpenMove opens the stores at the URLs. An empty URL means the installation's own store. A missing
// PostgreSQL database at to is created. The installation's databases are opened only if a URL is empty or
// from is in EventStoreDB; in the latter case RunExclusively uses the state database to lock out gateways.
func OpenMove(ctx context.Context, c config.Config, from, to string) (m *Move, err error) {
	m = &Move{config: c, logger: logging.New(c)}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.Close(ctx))
		}
	}()
	if from == "" || to == "" || esdb.IsURL(from) {
		if m.databases, err = openForMove(ctx, c, m.logger, from == ""); err != nil {
			return m, err
		}
		from, to = cmp.Or(from, m.databases.EventsURL), cmp.Or(to, m.databases.EventsURL)
	}
	from, to = database.WithTLS(from), database.WithTLS(to)
	if m.From, err = m.openStore(ctx, from); err != nil {
		return m, fmt.Errorf("--from: %w", err)
	}
	if err := m.openTarget(ctx, to); err != nil {
		return m, fmt.Errorf("--to: %w", err)
	}
	return m, m.openSource(ctx, from)
}

// openSource opens the database that has the files of the former log.
func (m *Move) openSource(ctx context.Context, url string) (err error) {
	if esdb.IsURL(url) {
		m.source = m.databases.State
		return nil
	}
	m.source, err = database.Connect(ctx, url, 2, nil, database.EventStoreSchema, false, database.SlowQueries{})
	if err == nil {
		m.closers = append(m.closers, m.source.Close)
	}
	return err
}

// CopyFiles copies the files that events name to the database that has the moved log. A log in EventStoreDB leaves them where they
// are. It returns their number.
func (m *Move) CopyFiles(ctx context.Context) (n int, err error) {
	if m.source == nil || m.target == nil {
		return 0, nil
	}
	to := state.New(m.target)
	err = state.New(m.source).Files(ctx, func(f state.SealedFile) error {
		n++
		return to.PutFile(ctx, f)
	})
	return n, err
}

// openForMove opens the installation's databases. If the move is from the installation, it must exist.
func openForMove(ctx context.Context, c config.Config, logger *logrus.Entry, movedFrom bool) (*database.Databases, error) {
	if movedFrom {
		return database.OpenExisting(ctx, c, logger)
	}
	return database.OpenBeside(ctx, c, logger, localpg.StartOrAttach)
}

// RunExclusively runs work while no gateway runs on the old store and none can start. OpenMove has already
// claimed stores in PostgreSQL. Error: state.ErrOccupied.
func (m *Move) RunExclusively(ctx context.Context, work func(ctx context.Context) error) error {
	if _, ok := m.From.(*postgres.Store); ok {
		return work(ctx)
	}
	return state.WhileNoGatewayRuns(ctx, m.databases.State, work)
}

// Close closes what OpenMove opened.
func (m *Move) Close(ctx context.Context) error {
	var errs []error
	for i := range m.closers {
		errs = append(errs, m.closers[len(m.closers)-1-i]())
	}
	if m.databases != nil {
		errs = append(errs, m.databases.Close(context.WithoutCancel(ctx)))
	}
	return errors.Join(errs...)
}

func (m *Move) openStore(ctx context.Context, url string) (transfer.Store, error) {
	store, err := openStore(ctx, m.config, postgres.Config{DSN: url, MaxReadConns: 2, Claim: postgres.ClaimExclusive, Log: m.logger})
	if errors.Is(err, postgres.ErrClaimed) {
		return nil, fmt.Errorf("%w: stop every gateway and every other copy that runs on it first", err)
	}
	if err == nil {
		m.closers = append(m.closers, store.Close)
	}
	return store, err
}

// openTarget sets To and Sink. An empty log in PostgreSQL is written in one transaction; to any other store,
// events are appended.
func (m *Move) openTarget(ctx context.Context, url string) (err error) {
	var db *sqlx.DB
	if !esdb.IsURL(url) {
		if db, err = database.Connect(ctx, url, 2, nil, database.EventStoreSchema, false, database.SlowQueries{}); err != nil {
			return err
		}
		m.closers = append(m.closers, db.Close)
		m.target = db
	}
	if m.To, err = m.openStore(ctx, url); err != nil {
		return err
	}
	m.Sink = transfer.ToStore(m.To)
	head, err := m.To.Head(ctx)
	if err == nil && db != nil && head == (eventstore.Position{}) {
		r := postgres.NewRestore(db.DB)
		m.closers = append(m.closers, r.Close)
		m.Sink = transactionSink{r}
	}
	return err
}

// transactionSink writes the whole log to PostgreSQL in one transaction.
type transactionSink struct{ *postgres.Restore }

// Last implements transfer.Sink. It returns no event, because an interrupted copy leaves nothing behind.
func (transactionSink) Last(context.Context) (e eventstore.Recorded, ok bool, err error) {
	return e, false, nil
}

// Begin implements transfer.Sink.
func (s transactionSink) Begin(ctx context.Context, from string) error { return s.BeginCopy(ctx, from) }
