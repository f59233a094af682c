package state_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

func runOf(kind, outcome string) state.AuditRun {
	return state.AuditRun{
		Kind: kind, Outcome: outcome, Actor: "admin:1", Instance: "here", Version: "v1", Arguments: json.RawMessage(`{"whole":true}`), BeganAt: noon,
		Head: 9, Error: "a\x00b\xff", Report: json.RawMessage(`{"text":"\u0000"}`),
	}
}

func TestTheNewestHundredRunsOfEachKindAreKept(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	keep := func(kind string) (last state.AuditRun) {
		t.Helper()
		last, err := db.KeepRun(t.Context(), runOf(kind, state.RunSound))
		if err != nil {
			t.Fatal(err)
		}
		return last
	}
	first := keep(state.VerifyRun)
	keep(state.ReconcileRun)
	for range state.KeptRuns - 1 {
		keep(state.VerifyRun)
	}
	if _, err := db.AuditRun(t.Context(), first.ID); err != nil {
		t.Errorf("of %d runs the first is gone: %v", state.KeptRuns, err)
	}
	last := keep(state.VerifyRun)
	if _, err := db.AuditRun(t.Context(), first.ID); !errors.Is(err, state.ErrRunNotFound) {
		t.Errorf("one more than %d are kept: %v", state.KeptRuns, err)
	}
	for _, c := range []struct {
		kind  string
		total int64
	}{{state.VerifyRun, state.KeptRuns}, {state.ReconcileRun, 1}, {"", state.KeptRuns + 1}} {
		rows, total, err := db.AuditRuns(t.Context(), c.kind, "", readtable.Page{Number: 1, PerPage: 3})
		if err != nil || total != c.total || rows[0].ID != last.ID && c.kind != state.ReconcileRun {
			t.Errorf("%q: %d, %v %v", c.kind, total, rows, err)
		}
	}
	got, err := db.AuditRun(t.Context(), last.ID)
	if err != nil || got.Error != "a?b?" || string(got.Report) != `{"text":"\u0000"}` || !got.BeganAt.Equal(noon) {
		t.Errorf("it comes back as %+v: %v", got, err)
	}
}

func TestARunningRunIsNotForgottenAndKeepsOthersFromStarting(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	running, err := db.BeginRun(t.Context(), runOf(state.VerifyRun, ""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.BeginRun(t.Context(), runOf(state.ReconcileRun, "")); !errors.Is(err, state.ErrRunUnderWay) {
		t.Errorf("two run at once: %v", err)
	}
	for range state.KeptRuns + 1 { // runs of commands beside it
		if _, err := db.KeepRun(t.Context(), runOf(state.VerifyRun, state.RunFound)); err != nil {
			t.Fatal(err)
		}
	}
	if now, err := db.RunningRun(t.Context()); err != nil || now.ID != running.ID {
		t.Errorf("what runs is %+v, %v", now, err)
	}
	running.Outcome = state.RunSound
	if err := db.EndRun(t.Context(), running); err != nil {
		t.Fatal(err)
	}
	if _, err := db.BeginRun(t.Context(), runOf(state.ReconcileRun, "")); err != nil {
		t.Errorf("when it has ended: %v", err)
	}
}

func TestARunIsDeadWhenItsProcessIsGoneOrSilentForAMinute(t *testing.T) {
	t.Parallel()
	conn := open(t, postgrestest.Database(t))
	db := state.New(conn)
	for _, c := range []struct {
		silent  string
		alive   bool
		outcome string
	}{
		{"4 seconds", false, state.RunRunning}, // its lock may be on a session that broke
		{"6 seconds", true, state.RunRunning},
		{"6 seconds", false, state.RunInterrupted},
		{"55 seconds", true, state.RunRunning},
		{"61 seconds", true, state.RunInterrupted}, // it is frozen
	} {
		r, err := db.BeginRun(t.Context(), runOf(state.VerifyRun, ""))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.ExecContext(t.Context(), `UPDATE state.audit_runs SET beat_at = now() - $2::interval WHERE id = $1`, r.ID, c.silent); err != nil {
			t.Fatal(err)
		}
		alive := func(context.Context, string) (bool, error) { return c.alive, nil }
		if err := db.InterruptDeadRuns(t.Context(), alive); err != nil {
			t.Fatal(err)
		}
		if got, err := db.AuditRun(t.Context(), r.ID); err != nil || got.Outcome != c.outcome || (got.EndedAt == nil) != (c.outcome == state.RunRunning) {
			t.Errorf("silent for %s, alive %t: %s, %v", c.silent, c.alive, got.Outcome, err)
		}
		r.Outcome, r.EndedAt = state.RunSound, new(time.Time)
		if err := db.EndRun(t.Context(), r); err != nil { // it was alive after all, and ends now
			t.Fatal(err)
		}
		if got, err := db.AuditRun(t.Context(), r.ID); err != nil || got.Outcome != state.RunSound {
			t.Errorf("its end is not kept: %s, %v", got.Outcome, err)
		}
	}
}

func TestAVerifyGoesOnAfterOnesThatCoverTheLogFromItsBeginning(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	add := func(instance, arguments, outcome string) int64 {
		t.Helper()
		r := runOf(state.VerifyRun, outcome)
		r.Instance, r.Arguments = instance, json.RawMessage(arguments)
		kept, err := db.KeepRun(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return kept.ID
	}
	if _, err := db.LastSoundVerify(t.Context()); !errors.Is(err, state.ErrRunNotFound) {
		t.Errorf("without any: %v", err)
	}
	whole := add("", `{"whole":true}`, state.RunSound)
	add("", `{"whole":false}`, state.RunSound) // a command's check since a checkpoint; nothing is known about earlier events
	add("here", `{"whole":true}`, state.RunFound)
	add("here", `{"whole":true}`, state.RunIncomplete)
	add("", `{"whole":true,"drill":true}`, state.RunSound) // the provider was not asked
	if got, err := db.LastSoundVerify(t.Context()); err != nil || got.ID != whole {
		t.Errorf("got %d, want %d: %v", got.ID, whole, err)
	}
	later := add("here", `{"whole":false}`, state.RunSound)
	if got, err := db.LastSoundVerify(t.Context()); err != nil || got.ID != later {
		t.Errorf("got %d, want %d: %v", got.ID, later, err)
	}
}

func TestFindingsAreOpenUntilALaterRunLooksForThemInVain(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	ended := noon
	keep := func(kind, outcome, arguments string, after int64) {
		t.Helper()
		ended = ended.Add(time.Minute)
		r := runOf(kind, outcome)
		r.Arguments, r.BeganAfter, r.EndedAt = json.RawMessage(arguments), after, &ended
		if _, err := db.KeepRun(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	const drill = `{"whole":true,"drill":true}`
	const whole, part, day, days = `{"whole":true}`, `{"whole":false}`, `{"from":"2026-03-02","to":"2026-03-02"}`, `{"from":"2026-03-01","to":"2026-03-03"}`
	for _, c := range []struct {
		kind, outcome, arguments string
		after, open              int64
	}{
		{state.VerifyRun, state.RunSound, whole, 0, 0},
		{state.VerifyRun, state.RunFound, part, 7, 1},
		{state.VerifyRun, state.RunFound, whole, 0, 2},
		{state.VerifyRun, state.RunIncomplete, whole, 0, 2},
		{state.VerifyRun, state.RunFailed, whole, 0, 2},
		{state.VerifyRun, state.RunSound, part, 8, 2},
		{state.VerifyRun, state.RunSound, part, 7, 1},
		{state.ReconcileRun, state.RunFound, days, 0, 2},
		{state.ReconcileRun, state.RunFound, day, 0, 3},
		{state.ReconcileRun, state.RunSound, day, 0, 2},
		{state.VerifyRun, state.RunSound, drill, 0, 2},
		{state.VerifyRun, state.RunSound, whole, 0, 1},
		{state.ReconcileRun, state.RunSound, days, 0, 0},
	} {
		keep(c.kind, c.outcome, c.arguments, c.after)
		open, since, err := db.OpenFindings(t.Context())
		if err != nil || open != c.open || (since == nil) != (open == 0) {
			t.Errorf("after a %s %s %s there are %d open since %v, want %d: %v", c.outcome, c.kind, c.arguments, open, since, c.open, err)
		}
	}
}
