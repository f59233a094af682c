package app

import (
	"context"
	"errors"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/esdb"
	"gateway/eventstore/postgres"
	"gateway/eventstore/transfer"
	"gateway/migrations"
)

// OpenLog opens the log at the URL, the installation's own when it is empty.
func (t *Tools) OpenLog(ctx context.Context, url string) (log *eventstore.Log, closed func() error, err error) {
	if url == "" {
		return t.Log, func() error { return nil }, nil
	}
	store, err := openStore(ctx, postgres.Config{DSN: url, MaxReadConns: 2, Log: t.Logger})
	if err != nil {
		return nil, nil, err
	}
	return eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{}), store.Close, nil
}

// Target is a store that a log is moved to, and the way to write it.
type Target struct {
	Store eventstore.Store
	Sink  transfer.Sink
	close []func() error
}

// Close closes what OpenTarget opened.
func (t *Target) Close() error {
	var errs []error
	for _, c := range t.close {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}

// OpenTarget opens the store at the URL, the installation's own when it is empty,
// and creates it in PostgreSQL when it is missing. An empty log in PostgreSQL is
// written at once, in one transaction; any other is appended to.
func (t *Tools) OpenTarget(ctx context.Context, url string) (target *Target, err error) {
	target = &Target{}
	defer func() {
		if err != nil {
			err = errors.Join(err, target.Close())
		}
	}()
	db := t.Databases.Events
	if url == "" {
		target.Store = t.Log.Store()
	} else {
		if !esdb.IsURL(url) {
			if db, err = open(ctx, url, 2, nil, migrations.EventStore); err != nil {
				return target, err
			}
			target.close = append(target.close, db.Close)
		}
		if target.Store, err = openStore(ctx, postgres.Config{DSN: url, MaxReadConns: 2, Log: t.Logger}); err != nil {
			return target, err
		}
		target.close = append(target.close, target.Store.Close)
	}
	head, err := target.Store.Head(ctx)
	if err != nil {
		return target, err
	}
	target.Sink = transfer.ToStore(target.Store)
	if _, ok := target.Store.(*postgres.Store); ok && head == (eventstore.Position{}) {
		r := postgres.NewRestore(db.DB)
		target.close = append([]func() error{r.Close}, target.close...)
		target.Sink, err = bulk{r}, r.BeginCopy(ctx)
	}
	return target, err
}

// bulk writes an empty log in PostgreSQL, all or nothing.
type bulk struct{ *postgres.Restore }

// Last implements transfer.Sink: an interrupted copy left nothing.
func (bulk) Last(context.Context) (e eventstore.Recorded, ok bool, err error) { return e, false, nil }
