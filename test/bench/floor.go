package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	_ "github.com/lib/pq" // the driver
)

// floorEvent is 500 bytes of JSON.
var floorEvent = `{"filler": "` + strings.Repeat("x", 486) + `"}`

var pgbenchRate = regexp.MustCompile(`tps = ([0-9.]+)`)

// makeFloor creates what pgbench writes to.
func (r *rig) makeFloor(ctx context.Context) error {
	if err := execute(ctx, r.pg.DSN("postgres"), `CREATE DATABASE `+floorDatabase); err != nil {
		return err
	}
	err := execute(ctx, r.pg.DSN(floorDatabase),
		`CREATE TABLE events (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, data jsonb NOT NULL)`)
	if err != nil {
		return err
	}
	return os.WriteFile(r.floorScript(), []byte(`INSERT INTO events (data) VALUES ('`+floorEvent+`');`+"\n"), 0o644)
}

func (r *rig) floorScript() string { return filepath.Join(r.dir, "floor.sql") }

// floor measures what PostgreSQL alone does here and now: durable INSERTs of one
// event a transaction, from 64 clients, in transactions per second.
func (r *rig) floor(ctx context.Context) (float64, error) {
	cmd := exec.CommandContext(ctx, filepath.Join(r.pg.BinDir(), "pgbench"),
		"--no-vacuum", "--protocol=prepared", "--file="+r.floorScript(), "--client="+strconv.Itoa(conns), "--jobs=1",
		"--time="+strconv.Itoa(int(r.options.floor.Seconds())), r.pg.DSN(floorDatabase))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	rate := pgbenchRate.FindSubmatch(out)
	if rate == nil {
		return 0, fmt.Errorf("pgbench: %s", out)
	}
	tps, err := strconv.ParseFloat(string(rate[1]), 64)
	progress("floor: %.0f/s", tps)
	return tps, err
}

// besides runs a measurement between two floors, and gives their mean.
func (r *rig) besides(ctx context.Context, measure func() error) (floor float64, err error) {
	before, err := r.floor(ctx)
	if err != nil {
		return 0, err
	}
	if err := measure(); err != nil {
		return 0, err
	}
	after, err := r.floor(ctx)
	if err != nil {
		return 0, err
	}
	return (before + after) / 2, execute(ctx, r.pg.DSN(floorDatabase), `TRUNCATE events`)
}

func execute(ctx context.Context, dsn, statement string) error {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, statement)
	return err
}
