package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/localpg"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/http/service/state"
	"gateway/migrations"

	"github.com/jmoiron/sqlx"
	"github.com/sirupsen/logrus"
)

// Move is the two stores of a move, which nobody else writes to while it is open.
type Move struct {
	From, To transfer.Store
	// Sink writes to To.
	Sink transfer.Sink

	logger    *logrus.Entry
	databases *Databases // nil when both stores were named and neither needs it
	close     []func() error
}

// OpenMove opens the stores at the URLs; an empty one is the installation's own. The
// target is created in PostgreSQL when it is missing. The installation that the
// configuration names is opened only if it is needed: for a URL that is left out, and
// for its state, by which gateways on EventStoreDB are kept away.
func OpenMove(ctx context.Context, c Config, from, to string) (m *Move, err error) {
	m = &Move{logger: newLogger(c)}
	defer func() {
		if err != nil {
			err = errors.Join(err, m.Close(ctx))
		}
	}()
	if from == "" || to == "" || esdb.IsURL(from) {
		if m.databases, err = openDatabases(ctx, c, m.logger, localpg.StartOrAttach); err != nil {
			return m, err
		}
		from, to = cmp.Or(from, m.databases.EventsURL), cmp.Or(to, m.databases.EventsURL)
	}
	if m.From, err = m.open(ctx, from); err != nil {
		return m, fmt.Errorf("--from: %w", err)
	}
	if err := m.openTarget(ctx, to); err != nil {
		return m, fmt.Errorf("--to: %w", err)
	}
	return m, nil
}

// Alone runs work while no gateway runs on the old store. One in PostgreSQL is
// claimed already, for as long as it is open. Error: state.ErrOccupied.
func (m *Move) Alone(ctx context.Context, work func(ctx context.Context) error) error {
	if _, ok := m.From.(*postgres.Store); ok {
		return work(ctx)
	}
	return state.Vacated(ctx, m.databases.State, work)
}

// Close closes what OpenMove opened.
func (m *Move) Close(ctx context.Context) error {
	var errs []error
	for i := range m.close {
		errs = append(errs, m.close[len(m.close)-1-i]())
	}
	if m.databases != nil {
		errs = append(errs, m.databases.Close(context.WithoutCancel(ctx)))
	}
	return errors.Join(errs...)
}

func (m *Move) open(ctx context.Context, url string) (transfer.Store, error) {
	store, err := openStore(ctx, postgres.Config{DSN: url, MaxReadConns: 2, Claim: postgres.ClaimExclusive, Log: m.logger})
	if errors.Is(err, postgres.ErrClaimed) {
		return nil, fmt.Errorf("%w: stop every gateway and every other copy that runs on it first", err)
	}
	if err == nil {
		m.close = append(m.close, store.Close)
	}
	return store, err
}

// openTarget: an empty log in PostgreSQL is written at once, in one transaction; any
// other is appended to.
func (m *Move) openTarget(ctx context.Context, url string) (err error) {
	var db *sqlx.DB
	if !esdb.IsURL(url) {
		if db, err = open(ctx, url, 2, nil, migrations.EventStore); err != nil {
			return err
		}
		m.close = append(m.close, db.Close)
	}
	if m.To, err = m.open(ctx, url); err != nil {
		return err
	}
	m.Sink = transfer.ToStore(m.To)
	head, err := m.To.Head(ctx)
	if err == nil && db != nil && head == (eventstore.Position{}) {
		r := postgres.NewRestore(db.DB)
		m.close = append(m.close, r.Close)
		m.Sink = bulk{r}
	}
	return err
}

// bulk writes an empty log in PostgreSQL, all or nothing.
type bulk struct{ *postgres.Restore }

// Last implements transfer.Sink: an interrupted copy left nothing.
func (bulk) Last(context.Context) (e eventstore.Recorded, ok bool, err error) { return e, false, nil }

// Begin implements transfer.Sink.
func (b bulk) Begin(ctx context.Context, from string) error { return b.BeginCopy(ctx, from) }
