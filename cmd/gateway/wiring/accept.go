package wiring

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/cmd/gateway/watch"
	"gateway/domain/calendar"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/http/service/state"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// Acceptance is an installation whose log an operator may accept although it is older than the read models or
// on another server. While it is open, no gateway can append to a log in PostgreSQL.
type Acceptance struct {
	databases *database.Databases
	store     transfer.Store
}

// OpenAcceptance opens the configured installation. Close it after use. It fails while a gateway is running
// on a log in PostgreSQL.
func OpenAcceptance(ctx context.Context, c config.Config) (*Acceptance, error) {
	logger := logging.New(c)
	a := &Acceptance{}
	var err error
	if a.databases, err = database.OpenExisting(ctx, c, logger); err != nil {
		return nil, err
	}
	a.store, err = openStore(ctx, c, postgres.Config{
		DSN: a.databases.EventsURL, MaxReadConns: 2, Claim: postgres.ClaimExclusive, Log: logger,
	})
	if errors.Is(err, postgres.ErrClaimed) {
		err = fmt.Errorf("%w: stop every gateway first", err)
	}
	if err != nil {
		return nil, errors.Join(err, a.databases.Close(ctx))
	}
	return a, nil
}

// Close closes what OpenAcceptance opened.
func (a *Acceptance) Close(ctx context.Context) error {
	return errors.Join(a.store.Close(), a.databases.Close(context.WithoutCancel(ctx)))
}

// Missing says why a log is refused, and what is known about the events that it lacks.
type Missing struct {
	StoreID    string
	Head       eventstore.Position
	Generation int64
	// HeadAt is the time of the newest event. It is zero if unknown.
	HeadAt time.Time
	// Reasons is empty if the log is not refused.
	Reasons []error
	// Known is the highest position beyond the head that a checkpoint has.
	Known eventstore.Position
	// Rows are the read models' rows that are newer than the newest event.
	Rows []NewerRows
}

// NewerRows are rows of a table that are newer than the newest event.
type NewerRows struct {
	Table string
	Count int64
}

// Missing returns why the log is refused.
func (a *Acceptance) Missing(ctx context.Context) (m Missing, err error) {
	m.StoreID = a.store.ID()
	if m.Head, err = a.store.Head(ctx); err != nil {
		return m, err
	}
	back, err := engine.WentBack(ctx, a.databases.Read.DB, a.store)
	if err != nil {
		return m, err
	}
	for _, b := range back {
		m.Reasons = append(m.Reasons, b)
		if m.Head.Before(b.Known.Position) && m.Known.Before(b.Known.Position) {
			m.Known = b.Known.Position
		}
	}
	present, err := watch.PresentInstallation(ctx, a.store, a.databases.EventsDB())
	if err != nil {
		return m, err
	}
	m.Generation = present.Generation
	accepted, ok, err := state.New(a.databases.State).Installation(ctx)
	if err != nil {
		return m, err
	}
	if ok {
		if err := watch.CompareInstallations(accepted, present); err != nil {
			m.Reasons = append(m.Reasons, err)
		}
	}
	return m, a.addNewerRows(ctx, &m)
}

// addNewerRows counts the read models' rows that were created after the newest event. Only a log in
// PostgreSQL has the time for that.
func (a *Acceptance) addNewerRows(ctx context.Context, m *Missing) error {
	if a.databases.Events == nil || len(m.Reasons) == 0 {
		return nil
	}
	newest, err := a.store.ReadAll(ctx, m.Head.JustBefore(), 1)
	if err != nil || len(newest) == 0 {
		return err
	}
	m.HeadAt = newest[0].BookedAt
	var tables []string
	if err := a.databases.Read.SelectContext(ctx, &tables, `SELECT table_name::text FROM information_schema.columns
		WHERE table_schema = current_schema() AND column_name = 'created_at' ORDER BY table_name`); err != nil {
		return fmt.Errorf("look for newer rows: %w", err)
	}
	for _, table := range tables {
		rows := NewerRows{Table: table}
		if err := a.databases.Read.GetContext(ctx, &rows.Count,
			`SELECT count(*) FROM `+pq.QuoteIdentifier(table)+` WHERE created_at > $1`, m.HeadAt); err != nil {
			return fmt.Errorf("count newer rows of %s: %w", table, err)
		}
		if rows.Count > 0 {
			m.Rows = append(m.Rows, rows)
		}
	}
	return nil
}

// Accept accepts the log as it is: it starts a new generation, drops the read models, ends all logins, and
// records the log as the installation's. If it is interrupted, the log is still refused and Accept can be
// repeated. Error: state.ErrOccupied.
func (a *Acceptance) Accept(ctx context.Context, known eventstore.Position) (g eventstore.Generation, err error) {
	err = state.WhileNoGatewayRuns(ctx, a.databases.State, func(ctx context.Context) error {
		// The generation comes first and is recorded as accepted last. In between, the log is refused because
		// the two differ.
		if g, err = eventstore.BeginGeneration(ctx, a.store, eventstore.ReasonAccepted, known, time.Now().UTC()); err != nil {
			return err
		}
		log := eventstore.NewLog(a.store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
		r, err := newRebuilder(a.databases, log, calendar.Calendar{}) // it makes no row
		if err != nil {
			return err
		}
		defer r.Close()
		if err := r.Reset(ctx); err != nil {
			return fmt.Errorf("drop the read models: %w", err)
		}
		return acceptPresent(ctx, a.store, a.databases)
	})
	return g, err
}
