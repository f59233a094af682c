package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/projections/audit/books"

	"github.com/google/uuid"
)

// restoredDatabase is the database into which a log is imported.
const restoredDatabase = "restored"

// measureAudit measures the auditors' commands on a long log, beside an idle gateway.
func measureAudit(ctx context.Context, r *bench) error {
	m, err := r.history(ctx, r.options.history)
	if err != nil {
		return err
	}
	if err := r.measureSigning(ctx); err != nil {
		return err
	}
	var events int64
	if err := r.read.QueryRowContext(ctx, `SELECT size FROM merkle_head`).Scan(&events); err != nil {
		return err
	}
	if err := r.measureReplay(ctx, m); err != nil {
		return err
	}
	if err := r.measureDeepPage(ctx, m, int64(r.options.history)); err != nil {
		return err
	}
	used, err := r.command(ctx, nil, "audit", "verify")
	if err != nil {
		return err
	}
	r.report.atMost("audit verify, for a million events", used.took.Seconds()*1e6/float64(events), 60, "s", used.note(events))
	r.report.atMost("audit verify, CPU an event", used.each(events), 8, "us", "")
	return r.measureBackup(ctx, events)
}

// measureSigning measures how long the notary takes to sign the log, which is extra work.
func (r *bench) measureSigning(ctx context.Context) error {
	began := time.Now()
	err := r.awaitSigned(ctx)
	r.report.add("until the log is signed", time.Since(began).Seconds(), "s", "by the signer, which takes a fifth of a core at most")
	return err
}

// awaitSigned waits until the notary has signed the whole log.
func (r *bench) awaitSigned(ctx context.Context) error {
	behind := int64(1)
	for ; behind > 0; time.Sleep(100 * time.Millisecond) {
		err := r.read.QueryRowContext(ctx, `SELECT (SELECT max(commit_position) FROM checkpoints) - (SELECT commit_position FROM merkle_head)`).Scan(&behind)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// measureReplay compares the history of one client with a SELECT of the same rows.
func (r *bench) measureReplay(ctx context.Context, m merchant) error {
	var floor, replay resourceUse
	for range 2 { // the second time the disk is warm
		var err error
		if floor, err = r.selectAll(ctx, m); err != nil {
			return err
		}
		replay, err = r.command(ctx, nil, "audit", "history", "--client", strconv.FormatInt(m.id, 10), "--format", "csv")
		if err != nil {
			return err
		}
	}
	rate, most := replay.rate(floor.rows), floor.rate(floor.rows)
	r.report.add("SELECT of one client's movements through lib/pq", most, "/s", fmt.Sprintf("%d rows, all columns scanned", floor.rows))
	r.report.atLeast("audit history, of that SELECT", rate/most, 0.8, "",
		fmt.Sprintf("%.0f movements/s as CSV; %s", rate, replay.note(floor.rows)))
	return nil
}

// measureDeepPage measures a page in the middle of a long history, and the balance at that time.
func (r *bench) measureDeepPage(ctx context.Context, m merchant, movements int64) error {
	reader, end, err := r.bookReader(ctx)
	if err != nil {
		return err
	}
	defer end()
	const times = 20
	began, at := time.Now(), time.Time{}
	for i := range int64(times) {
		entries, total, err := reader.Page(ctx, m.id, books.Range{}, movements/2+i*100, 100)
		if err != nil || total < movements || len(entries) != 100 {
			return fmt.Errorf("a page of %d movements of %d: %w", len(entries), total, err)
		}
		at = entries[0].At
	}
	took := time.Since(began) / times
	r.report.add("page of 100 in the middle of that history", took.Seconds()*1e3, "ms", "movements from the log, found by the blocks")
	began = time.Now()
	if _, err := reader.BalanceAt(ctx, m.id, at); err != nil {
		return err
	}
	r.report.add("balance then", time.Since(began).Seconds()*1e3, "ms", "the same")
	return nil
}

// selectAll reads the rows of a client's balance stream as any program would.
func (r *bench) selectAll(ctx context.Context, m merchant) (u resourceUse, err error) {
	db, err := sql.Open("postgres", r.pg.DSN(eventDatabase))
	if err != nil {
		return u, err
	}
	defer db.Close()
	began := time.Now()
	rows, err := db.QueryContext(ctx, `SELECT position, stream, revision, id, type, data, metadata, booked_at
		FROM events WHERE stream = $1 ORDER BY revision`, balance.Stream(m.id))
	if err != nil {
		return u, err
	}
	defer rows.Close()
	for rows.Next() {
		var position, revision int64
		var stream, kind string
		var id uuid.UUID
		var data, metadata []byte
		var at time.Time
		if err := rows.Scan(&position, &stream, &revision, &id, &kind, &data, &metadata, &at); err != nil {
			return u, err
		}
		u.rows++
	}
	u.took = time.Since(began)
	return u, rows.Err()
}

// measureBackup exports the log to a file and imports it into another database.
func (r *bench) measureBackup(ctx context.Context, events int64) error {
	file := filepath.Join(r.dir, "events.jsonl")
	used, err := r.command(ctx, nil, "events", "export", file)
	if err != nil {
		return err
	}
	r.report.atLeast("events export", used.rate(events), 20_000, "/s", used.note(events))
	r.report.atMost("events export, CPU an event", used.each(events), 7, "us", "")
	if err := execute(ctx, r.pg.DSN("postgres"), `CREATE DATABASE `+restoredDatabase); err != nil {
		return err
	}
	elsewhere := []string{"EVENTSTORE_URL=" + r.pg.DSN(restoredDatabase+"_events"), "DATABASE_URL=" + r.pg.DSN(restoredDatabase)}
	if used, err = r.command(ctx, elsewhere, "events", "import", file); err != nil {
		return err
	}
	r.report.atLeast("events import", used.rate(events), 20_000, "/s", used.note(events))
	r.report.atMost("events import, CPU an event", used.each(events), 11, "us", "")
	return os.Remove(file)
}

// resourceUse is the memory and time that a command used.
type resourceUse struct {
	took, cpu time.Duration
	rows      int64
	peak      int64 // of memory, in MB
}

func (u resourceUse) rate(n int64) float64 { return float64(n) / u.took.Seconds() }

// each is the CPU time per event for n events, in microseconds.
func (u resourceUse) each(n int64) float64 { return float64(u.cpu.Microseconds()) / float64(n) }

func (u resourceUse) note(n int64) string {
	return fmt.Sprintf("%d events in %.1f s, CPU of the command %.1f us each, %d MB at most",
		n, u.took.Seconds(), u.each(n), u.peak)
}

// command runs the gateway's binary as an operator would. It counts the output and does not keep it.
func (r *bench) command(ctx context.Context, env []string, args ...string) (u resourceUse, err error) {
	cmd := exec.CommandContext(ctx, r.gateway.binary, args...)
	cmd.Env = append(r.gateway.env, env...)
	out, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return u, err
	}
	defer out.Close()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return u, err
	}
	watched := make(chan int64, 1)
	ended := make(chan struct{})
	go func() { watched <- peakMemory(cmd.Process.Pid, ended) }()
	err = cmd.Wait()
	u.took = time.Since(began)
	close(ended)
	u.peak = <-watched
	if err != nil {
		return u, fmt.Errorf("gateway %v: %w: %s", args, err, said.String())
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return u, nil
}

// peakMemory is the maximum memory of the process itself (VmHWM), in MB. The figure that the kernel gives at
// the end of a process includes that of its parent.
func peakMemory(pid int, ended <-chan struct{}) (peak int64) {
	for {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		for line := range strings.Lines(string(text)) {
			if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
				peak = max(peak, kb>>10)
			}
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ended:
			return peak
		}
	}
}
