package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	// The batched floor: rows per transaction, and clients.
	batchedRows    = 100
	batchedClients = 8
)

// measureRebuild measures how fast all read models are rebuilt from the log: by the command beside the gateway,
// and by a start after they were lost. The floor is what PostgreSQL alone inserts in batches.
func measureRebuild(ctx context.Context, r *bench) error {
	if _, err := r.movementLoads(ctx); err != nil { // payments, besides the movements of one client
		return err
	}
	if _, err := r.history(ctx, r.options.history); err != nil {
		return err
	}
	before, err := r.batchedFloor(ctx)
	if err != nil {
		return err
	}
	events, took, cpu, err := r.rebuild(ctx)
	if err != nil {
		return err
	}
	after, err := r.batchedFloor(ctx)
	if err != nil {
		return err
	}
	mean := floor{perSecond: (before.perSecond + after.perSecond) / 2, cpu: (before.cpu + after.cpu) / 2}
	rate := float64(events) / took.Seconds()
	r.report.add("batched floor beside the rebuild", mean.perSecond, "/s", fmt.Sprintf("rows of 500 bytes, %d a transaction, %d clients", batchedRows, batchedClients))
	r.report.add("rebuild --all", rate, "/s", fmt.Sprintf("%d events in %.0f s, indexes and swaps included", events, took.Seconds()))
	r.report.atLeast("rebuild --all, ratio to the batched floor", rate/mean.perSecond, 0.5, "", "")
	r.report.add("rebuild --all, by CPU time", float64(mean.cpu)*float64(events)/float64(cpu), "",
		fmt.Sprintf("%.0f us a row to %.0f us an event", float64(mean.cpu.Nanoseconds())/1e3, float64(cpu.Nanoseconds())/1e3/float64(events)))
	return r.measureWorstDay(ctx, events, mean)
}

// rebuild runs the command, and returns its duration and its CPU time.
func (r *bench) rebuild(ctx context.Context) (events int64, took, cpu time.Duration, err error) {
	if err := r.read.QueryRowContext(ctx, `SELECT max(commit_position) FROM checkpoints`).Scan(&events); err != nil {
		return 0, 0, 0, err
	}
	cmd := exec.CommandContext(ctx, r.gateway.binary, "projections", "rebuild", "--all")
	cmd.Env = r.gateway.env
	postgres, began := familyTime(r.pg.PID()), time.Now()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, 0, 0, fmt.Errorf("rebuild: %w: %s", err, out)
	}
	took = time.Since(began)
	cpu = familyTime(r.pg.PID()) - postgres + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return events, took, cpu, nil
}

// batchedFloor is the rate of durable INSERTs of many rows per transaction.
func (r *bench) batchedFloor(ctx context.Context) (f floor, err error) {
	script := filepath.Join(r.dir, "batched.sql")
	rows := strings.TrimSuffix(strings.Repeat(`('`+floorEvent+`'),`, batchedRows), ",")
	if err := os.WriteFile(script, []byte(`INSERT INTO events (data) VALUES `+rows+";\n"), 0o644); err != nil {
		return f, err
	}
	before := familyTime(r.pg.PID())
	cmd := exec.CommandContext(ctx, filepath.Join(r.pg.BinDir(), "pgbench"),
		"--no-vacuum", "--protocol=prepared", "--file="+script, "--client="+strconv.Itoa(batchedClients), "--jobs=1",
		"--time="+strconv.Itoa(int(r.options.floor.Seconds())), r.pg.DSN(floorDatabase))
	out, err := cmd.CombinedOutput()
	said := pgbenchSays.FindSubmatch(out)
	if err != nil || said == nil {
		return f, fmt.Errorf("pgbench: %w: %s", errors.Join(err, errors.New("no result")), out)
	}
	used := familyTime(r.pg.PID()) - before + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	done, _ := strconv.Atoi(string(said[1]))
	f.cpu = used / time.Duration(max(1, done*batchedRows))
	tps, err := strconv.ParseFloat(string(said[2]), 64)
	f.perSecond = tps * batchedRows
	progress("batched floor: %.0f rows/s, CPU %d us each", f.perSecond, f.cpu.Microseconds())
	return f, errors.Join(err, execute(ctx, r.pg.DSN(floorDatabase), `TRUNCATE events`))
}

// measureWorstDay drops the database of the read models and starts the gateway.
func (r *bench) measureWorstDay(ctx context.Context, events int64, f floor) error {
	if err := r.gateway.stop(ctx); err != nil {
		return err
	}
	if err := execute(ctx, r.pg.DSN("postgres"), `DROP DATABASE `+readDatabase+` WITH (FORCE)`); err != nil {
		return err
	}
	ready, err := r.gateway.start(ctx)
	if err != nil {
		return err
	}
	rate := float64(events) / ready.Seconds()
	r.report.add("start without read models", rate, "/s", fmt.Sprintf("%d events, ready after %.0f s", events, ready.Seconds()))
	r.report.atLeast("start without read models, ratio to the batched floor", rate/f.perSecond, 0.45, "", "")
	_ = r.read.Close() // its connections were cut
	r.read, err = sql.Open("postgres", r.pg.DSN(readDatabase))
	return errors.Join(err, r.settle(ctx))
}
