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
	"time"

	_ "github.com/lib/pq" // the driver
)

// floorEvent is 500 bytes of JSON.
var floorEvent = `{"filler": "` + strings.Repeat("x", 486) + `"}`

var pgbenchSays = regexp.MustCompile(`(?s)transactions actually processed: (\d+).*tps = ([0-9.]+)`)

// makeFloor creates the tables to which pgbench writes.
func (r *bench) makeFloor(ctx context.Context) error {
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

func (r *bench) floorScript() string { return filepath.Join(r.dir, "floor.sql") }

// floor is the current rate of PostgreSQL alone: durable INSERTs of one event per transaction, from 64 clients.
type floor struct {
	perSecond float64
	// cpu is the CPU time of one transaction, in PostgreSQL and pgbench together.
	cpu time.Duration
}

func (r *bench) floor(ctx context.Context) (floor, error) {
	return r.pgbench(ctx, "--protocol=prepared", "--file="+r.floorScript(), "--client="+strconv.Itoa(writeConnections))
}

// pgbench runs pgbench for the time in the options.
func (r *bench) pgbench(ctx context.Context, args ...string) (f floor, err error) {
	before := familyTime(r.pg.PID())
	args = append(args, "--no-vacuum", "--jobs=1", "--time="+strconv.Itoa(int(r.options.floor.Seconds())), r.pg.DSN(floorDatabase))
	cmd := exec.CommandContext(ctx, filepath.Join(r.pg.BinDir(), "pgbench"), args...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return f, fmt.Errorf("pgbench: %w: %s", err, out)
	}
	used := familyTime(r.pg.PID()) - before + cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	said := pgbenchSays.FindSubmatch(out)
	if said == nil {
		return f, fmt.Errorf("pgbench: %s", out)
	}
	done, _ := strconv.Atoi(string(said[1]))
	f.cpu = used / time.Duration(max(1, done))
	f.perSecond, err = strconv.ParseFloat(string(said[2]), 64)
	progress("floor: %.0f/s, CPU %d us each", f.perSecond, f.cpu.Microseconds())
	return f, err
}

// betweenFloors takes a floor before and after a measurement, and returns their mean.
func (r *bench) betweenFloors(ctx context.Context, measure func() error) (mean floor, err error) {
	before, err := r.floor(ctx)
	if err != nil {
		return mean, err
	}
	if err := measure(); err != nil {
		return mean, err
	}
	after, err := r.floor(ctx)
	if err != nil {
		return mean, err
	}
	mean = floor{perSecond: (before.perSecond + after.perSecond) / 2, cpu: (before.cpu + after.cpu) / 2}
	return mean, execute(ctx, r.pg.DSN(floorDatabase), `TRUNCATE events`)
}

// byCPU notes how a load compares to the floor by CPU time per operation. That is about the ratio of the rates
// if no other program uses the cores.
func (r *bench) byCPU(name string, f floor, o outcome) {
	r.report.add(name+", by CPU time", float64(f.cpu)/float64(o.cpu()), "",
		fmt.Sprintf("%d us to %d us; other programs on the cores change it less", f.cpu.Microseconds(), o.cpu().Microseconds()))
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
