package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"time"

	"gateway/eventstore/localpg"
)

const (
	readDatabase  = "gateway"
	eventDatabase = "gateway_events"
	floorDatabase = "floor"
	// stopLimit bounds the time that stopping may take.
	stopLimit = 20 * time.Second
)

// bench is the installation under measurement.
type bench struct {
	options options
	report  *results
	dir     string
	pg      *localpg.Cluster
	gateway *gateway
	// logDatabase holds the log, even if the gateway reaches it through a server.
	logDatabase string
	logServer   *logServer // nil if the gateway accesses the database itself
	// read is the database of the read models. Some figures are read from it directly, because a request would
	// add load.
	read *sql.DB

	// merchants and histories are made by the first part that needs them.
	merchants []merchant
	histories map[int]merchant
}

func open(ctx context.Context, o options) (r *bench, err error) {
	if err := refuseMemory(o.dir); err != nil {
		return nil, err
	}
	r = &bench{options: o, report: newReport(), logDatabase: eventDatabase, histories: make(map[int]merchant)}
	if r.dir, err = os.MkdirTemp(o.dir, "gateway-bench-"); err != nil {
		return nil, err
	}
	if o.pgo != "" && o.profiles == "" {
		r.options.profiles = r.dir
	}
	if err = r.start(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

func (r *bench) start(ctx context.Context) (err error) {
	// If the tests run as root, PostgreSQL runs as a user of its own.
	if err := os.Chmod(r.dir, 0o755); err != nil {
		return err
	}
	progress("starting PostgreSQL in %s", r.dir)
	settings := map[string]string{
		"max_connections": "200", // pgbench takes 64 of them, besides the gateway's
	}
	if r.options.statements {
		settings["shared_preload_libraries"] = "pg_stat_statements"
		settings["pg_stat_statements.track"] = "all" // also the statements within append_events
	}
	r.pg, err = localpg.Start(ctx, localpg.Options{DataDir: r.dir, Settings: settings})
	if err != nil {
		return err
	}
	if err := r.makeFloor(ctx); err != nil {
		return err
	}
	progress("building the gateway")
	binary := filepath.Join(r.dir, "gateway")
	if err := buildGateway(ctx, binary); err != nil {
		return err
	}
	if r.gateway, err = newGateway(binary, r.pg); err != nil {
		return err
	}
	if _, err := r.gateway.start(ctx); err != nil {
		return err
	}
	r.read, err = sql.Open("postgres", r.pg.DSN(readDatabase))
	return err
}

// close stops everything and removes the data.
func (r *bench) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	var errs []error
	if r.read != nil {
		errs = append(errs, r.read.Close())
	}
	if r.gateway != nil {
		errs = append(errs, r.gateway.stop(ctx))
	}
	if r.pg != nil {
		errs = append(errs, r.pg.Stop(ctx))
	}
	return errors.Join(append(errs, os.RemoveAll(r.dir))...)
}

// pause waits, and returns an error when the run is interrupted meanwhile.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
