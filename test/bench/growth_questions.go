package main

import (
	"context"
	"fmt"
	"time"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/postgres"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel"

	"github.com/jmoiron/sqlx"
)

// askSizes measures how much room the databases take.
func (r *bench) askSizes(ctx context.Context, g *growth) error {
	for _, of := range []struct{ name, database string }{
		{"the log's database, GB", eventDatabase}, {"the read models, GB", readDatabase},
	} {
		var bytes float64
		if err := r.read.QueryRowContext(ctx, `SELECT pg_database_size($1)`, of.database).Scan(&bytes); err != nil {
			return err
		}
		g.add(of.name, bytes/1e9)
	}
	return nil
}

// askRestart restarts the gateway, and times a withdrawal of the largest merchant.
func (r *bench) askRestart(ctx context.Context, g *growth, m merchant) error {
	ready, err := r.gateway.restart(ctx)
	if err != nil {
		return err
	}
	g.add("a restart, s", ready.Seconds())
	cold, err := r.inTurns(1, func(c *connection) (time.Duration, error) { return withdrawal(c, m) })
	if err != nil {
		return err
	}
	g.add("first withdrawal of the largest merchant after it, ms", cold[0].quantile(0))
	mb, err := resident(r.gateway.pid())
	if err != nil {
		return err
	}
	g.add("memory, MB", mb)
	return nil
}

// bookReader returns a reader of the books that works as the gateway's does. The caller must call end.
func (r *bench) bookReader(ctx context.Context) (reader books.Reader, end func(), err error) {
	store, err := postgres.Open(ctx, postgres.Config{DSN: r.pg.DSN(eventDatabase)})
	if err != nil {
		return reader, nil, err
	}
	log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	return books.NewReader(log, readmodel.NewQueries(sqlx.NewDb(r.read, "postgres"))), func() { _ = store.Close() }, nil
}

// askBooks asks what auditors ask about the past: of one merchant, and of all accounts.
func (r *bench) askBooks(ctx context.Context, g *growth, b *bulk, large, small merchant) error {
	reader, end, err := r.bookReader(ctx)
	if err != nil {
		return err
	}
	defer end()
	middle := b.from.Add(b.at.Sub(b.from) / 2)
	full := reader
	full.Totals = nil
	for _, q := range []struct {
		name  string
		times int
		ask   func() error
	}{
		{"a balance at a date, ms", growthSamples, func() error { _, err := reader.BalanceAt(ctx, large.id, middle); return err }},
		{"a trial balance at a date, ms", 3, func() error { _, err := reader.TrialBalance(ctx, middle, nil); return err }},
		{"the same from the whole log, ms", 1, func() error { _, err := full.TrialBalance(ctx, middle, nil); return err }},
		{"a month's statement of one merchant, ms", 3, func() error {
			month := books.Range{From: middle, To: middle.AddDate(0, 0, 30)}
			return reader.History(ctx, small.id, month, func(books.Movement) error { return nil })
		}},
	} {
		began := time.Now()
		for range q.times {
			if err := q.ask(); err != nil {
				return fmt.Errorf("%s: %w", q.name, err)
			}
		}
		g.add(q.name, milliseconds(time.Since(began)/time.Duration(q.times)))
	}
	return nil
}
