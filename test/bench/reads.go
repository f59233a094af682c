package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"gateway/http/service/state"

	"github.com/jmoiron/sqlx"
)

// readers is the number of merchants whose lists are read, each with shortHistory
// transactions and movements.
const readers = 8

// readLoad is one request that is repeated over writeConnections connections.
type readLoad struct {
	name    string
	request func(conn, n int) []byte
	// target is the target of the ratio to the floor.
	target float64
}

// measureReads measures requests that only read, each between two runs of the floor of reads, and then the
// memory that they leave behind.
func measureReads(ctx context.Context, r *bench) error {
	loads, err := r.readLoads(ctx)
	if err != nil {
		return err
	}
	if err := r.makeReadFloor(ctx); err != nil {
		return err
	}
	before, err := r.readFloor(ctx)
	if err != nil {
		return err
	}
	var memory memoryUse
	r.report.add("floor of reads", before.perSecond, "/s",
		fmt.Sprintf("pgbench -S -M prepared, 64 clients, CPU %d us each", before.cpu.Microseconds()))
	for _, l := range loads {
		watched := r.watchMemory()
		done, err := r.measureRead(ctx, l)
		seen, failed := watched()
		if err = errors.Join(err, failed); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		memory = memory.and(seen)
		after, err := r.readFloor(ctx)
		if err != nil {
			return err
		}
		mean := floor{perSecond: (before.perSecond + after.perSecond) / 2, cpu: (before.cpu + after.cpu) / 2}
		r.report.add(l.name, done.perSecond(), "/s", percentiles(done)+"; "+done.used.each(len(done.latencies)))
		r.report.atLeast(l.name+", ratio to the floor of reads", done.perSecond()/mean.perSecond, l.target, "", "64 connections")
		r.byCPU(l.name+", ratio to the floor of reads", mean, done)
		before = after
	}
	r.report.add("memory under the reads", memory.mean(), "MB", memory.note())
	return r.measureMemory(ctx, "memory after the reads", restLong, "30 s after them")
}

// measureRead runs one load. A first short run fills what the gateway keeps in memory.
func (r *bench) measureRead(ctx context.Context, l readLoad) (done outcome, err error) {
	if _, err = r.repeatFor(ctx, r.options.span/4, l.request); err != nil {
		return done, err
	}
	return r.load(ctx, "reads-"+l.name, writeConnections, l.request)
}

func (r *bench) repeatFor(ctx context.Context, span time.Duration, request func(conn, n int) []byte) (outcome, error) {
	whole := r.options.span
	r.options.span = span
	defer func() { r.options.span = whole }()
	return r.repeat(ctx, writeConnections, request)
}

func (r *bench) readLoads(ctx context.Context) ([]readLoad, error) {
	people, err := r.clients(ctx)
	if err != nil {
		return nil, err
	}
	listed, sessions, err := r.readingMerchants(ctx)
	if err != nil {
		return nil, err
	}
	of := func(conn, n int) merchant { return people[(n*writeConnections+conn)%len(people)] }
	return []readLoad{
		{"GET balance", func(conn, n int) []byte { return get("/account/balance", of(conn, n).header) }, 0.3},
		{"GET transactions", func(conn, n int) []byte {
			return get("/transactions?per_page=15", listed[(conn+n)%len(listed)].header)
		}, 0.12},
		{"GET fee rates", func(conn, n int) []byte { return get("/fees/rates", of(conn, n).header) }, 0.3},
		{"GET balance history with proofs", func(conn, n int) []byte {
			return get("/me/balance-history?per_page=15", sessions[(conn+n)%len(sessions)])
		}, 0.03},
	}, nil
}

// readingMerchants returns merchants with a history, one of them with the longest, and the header of a session of each.
func (r *bench) readingMerchants(ctx context.Context) (listed []merchant, sessions []string, err error) {
	long, err := r.history(ctx, r.options.history)
	if err != nil {
		return nil, nil, err
	}
	listed = append(listed, long)
	for i := range readers - 1 {
		m, err := r.history(ctx, shortHistory+i)
		if err != nil {
			return nil, nil, err
		}
		listed = append(listed, m)
	}
	db, err := sqlx.Open("postgres", r.pg.DSN(eventDatabase))
	if err != nil {
		return nil, nil, err
	}
	defer db.Close()
	now := time.Now()
	for _, m := range listed {
		token, err := state.New(db).OpenSession(ctx, state.PersonSession, state.Session{
			Subject: m.id, CreatedAt: now, ExpiresAt: now.Add(time.Hour),
		})
		if err != nil {
			return nil, nil, err
		}
		sessions = append(sessions, "Authorization: Bearer "+token)
	}
	return listed, sessions, nil
}

// makeReadFloor makes the tables of pgbench's own load.
func (r *bench) makeReadFloor(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, filepath.Join(r.pg.BinDir(), "pgbench"),
		"--initialize", "--quiet", r.pg.DSN(floorDatabase)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("pgbench: %w: %s", err, out)
	}
	return nil
}

// readFloor is the current rate of PostgreSQL alone for reading one row by its primary key with a prepared
// statement, from 64 clients.
func (r *bench) readFloor(ctx context.Context) (floor, error) {
	return r.pgbench(ctx, "--select-only", "--protocol=prepared", "--client="+strconv.Itoa(writeConnections))
}
