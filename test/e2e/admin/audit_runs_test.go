package admin

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

const auditRuns = "/admin/audit/runs"

// audited is a gateway on databases that a test may change behind its back.
type audited struct {
	*harness.Gateway
	events, read string
}

func newAudited(t *testing.T) audited {
	t.Helper()
	a := audited{}
	a.events, a.read = migrated.Pair(t)
	a.Gateway = harness.StartOn(t, a.events, a.read, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"})
	return a
}

// change executes a statement on one of the databases.
func change(t *testing.T, dsn, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// ended waits until a run has ended.
func ended(t *testing.T, c caller, id int64) (a answer) {
	t.Helper()
	poll.Until(t, "the run has ended", func() bool {
		a = c.Get(t, "%s/%d", auditRuns, id).Wants(t, 200)
		return a.Text(t, "outcome") != "running"
	})
	return a
}

// run starts a run and waits until it has ended.
func run(t *testing.T, c caller, request object) answer {
	t.Helper()
	return ended(t, c, c.Post(t, auditRuns, request).Wants(t, 201).ID(t, "id"))
}

func today() string { return calendar.Calendar{}.DayOf(time.Now()) }

func TestACleanInstallationIsSoundAndItsReportsAreKept(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	m := g.NewMerchant(t)
	m.Earn(t, 50_000)
	auditor := g.AddAdmin(t, "auditor")
	auditor.Get(t, auditRuns).Wants(t, 200).HasMeta(t, 0, 15, 1, 1)

	var whole answer
	poll.Until(t, "a verify is sound", func() bool { // a callback or a posting may be under way
		whole = run(t, auditor, object{"kind": "verify", "whole": true})
		return whole.Text(t, "outcome") == "sound"
	})
	whole.Is(t, object{"kind": "verify", "found": 0, "after": 0, "error": "", "reconcile": nil})
	if whole.ID(t, "position") != whole.ID(t, "head") || whole.ID(t, "verify.events") == 0 || whole.Text(t, "verify.checks.0.state") != "ok" {
		t.Errorf("%s", whole.Body)
	}
	auditor.Get(t, "%s?kind=verify&outcome=sound&per_page=1", auditRuns).Wants(t, 200).Is(t, object{"0.id": whole.ID(t, "id")})

	books := run(t, auditor, object{"kind": "reconcile", "date": today()})
	if books.Text(t, "arguments.from") != today() || books.Field(t, "verify") != nil || books.Field(t, "reconcile.equation.balance") == nil {
		t.Errorf("%s", books.Body)
	}
	// A run outlives the read models.
	auditor.Get(t, "%s/%d", auditRuns, books.ID(t, "id")).Wants(t, 200).SameAs(t, books)
	auditor.Get(t, "%s/999999", auditRuns).Refuses(t, 404, "not_found")
	auditor.Get(t, "%s?kind=all", auditRuns).RefusesField(t, "kind")
}

func TestAVerifyGoesOnWhereTheLastSoundOneEnded(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	m := g.NewMerchant(t)
	m.Earn(t, 50_000)
	auditor := g.AddAdmin(t, "auditor")
	first := run(t, auditor, object{"kind": "verify"})
	if first.Field(t, "arguments.whole") != true {
		t.Errorf("without an earlier one it does not read the whole log: %s", first.Body)
	}
	var later answer
	poll.Until(t, "a signed checkpoint lies before the end of a sound verify", func() bool {
		run(t, auditor, object{"kind": "verify", "whole": true})
		later = run(t, auditor, object{"kind": "verify"})
		return later.Text(t, "outcome") == "sound" && later.Field(t, "arguments.whole") == false
	})
	if later.ID(t, "after") == 0 || later.ID(t, "verify.events_before") == 0 {
		t.Errorf("it does not go on: %s", later.Body)
	}
}

func TestADifferenceIsFoundAndExplained(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	g.NewMerchant(t)
	auditor := g.AddAdmin(t, "auditor")
	change(t, g.events, `INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code,
		account_identifier, reverses, cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
		VALUES ('txn_top', 'TOPUP', 'top', 'float-1', '', '', '', '', 'MONEY_IN', 'SUCCESS', 5000000, 0, 0, 'NOT_APPLICABLE', now(), now())`)
	found := run(t, auditor, object{"kind": "reconcile", "date": today()}).Is(t, object{"outcome": "found", "found": 1})
	const at = "reconcile.differences.0."
	for path, want := range map[string]string{
		at + "problem": "missing here", at + "kind": "own money", at + "reference": "float-1", at + "explanation.code": "own_money_missing_here",
		at + "explanation.subject": "treasury",
	} {
		if got := found.Text(t, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	if facts := found.Text(t, at+"explanation.facts.en"); !strings.Contains(facts, "Our log: nothing. The provider: Rp5.000.000") {
		t.Errorf("%s", facts)
	}
	if next := found.Text(t, at+"explanation.next.id"); !strings.Contains(next, "Masukkan di kas") {
		t.Errorf("%s", next)
	}
}

func TestAReadModelThatWasAlteredIsFoundWithoutWhatItsRowsHold(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	m := g.NewMerchant(t)
	m.Earn(t, 50_000)
	change(t, g.read, `UPDATE clients SET pic = 'Altered Name' WHERE id = $1`, m.ID)
	auditor := g.AddAdmin(t, "auditor")
	found := run(t, auditor, object{"kind": "verify", "whole": true}).Is(t, object{"outcome": "found"})
	if body := string(found.Body); !strings.Contains(body, "table clients") || !strings.Contains(body, "differs from a replay") ||
		strings.Contains(body, "Altered Name") {
		t.Errorf("%s", body)
	}
	if n := waits(t, auditor)["audit_findings"]; n != 1 {
		t.Errorf("%d audit runs with findings need a person", n)
	}
	change(t, g.read, `UPDATE clients SET pic = NULL WHERE id = $1`, m.ID)
	poll.Until(t, "a verify is sound", func() bool {
		return run(t, auditor, object{"kind": "verify", "whole": true}).Text(t, "outcome") == "sound"
	})
	if n := waits(t, auditor)["audit_findings"]; n != 0 {
		t.Errorf("after a sound run %d still need a person", n)
	}
}

// holdUp blocks every verify until the test calls release, by locking a table that a verify reads.
func holdUp(t *testing.T, read string) (release func()) {
	t.Helper()
	db, err := sql.Open("postgres", read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`LOCK TABLE proposals IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	return func() { _ = tx.Rollback() }
}

func TestOneRunRunsAtATimeOverAllInstances(t *testing.T) {
	t.Parallel()
	i, read := newInstancesOn(t)
	here, there := i.callers[0], i.callers[1]
	release := holdUp(t, read)
	defer release()
	first := here.Post(t, auditRuns, object{"kind": "verify", "whole": true}).Wants(t, 201).Is(t, object{"outcome": "running", "ended_at": nil})
	for _, c := range []caller{here, there} {
		refused := c.Post(t, auditRuns, object{"kind": "reconcile", "date": today()}).Refuses(t, 409, "audit_run_under_way")
		if want := fmt.Sprintf("audit run %d (verify, started by admin:", first.ID(t, "id")); !strings.Contains(string(refused.Body), want) {
			t.Errorf("it does not say which: %s", refused.Body)
		}
	}
	there.Get(t, "%s?outcome=running", auditRuns).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	release()
	ended(t, there, first.ID(t, "id"))
	run(t, there, object{"kind": "reconcile", "date": today()})
}

func TestARunOfAnInstanceThatStopsIsInterrupted(t *testing.T) {
	t.Parallel()
	i, read := newInstancesOn(t)
	release := holdUp(t, read)
	defer release()
	id := i.callers[0].Post(t, auditRuns, object{"kind": "verify", "whole": true}).Wants(t, 201).ID(t, "id")
	i.gateways[0].Stop()
	there := i.callers[1]
	there.Get(t, "%s/%d", auditRuns, id).Wants(t, 200).Is(t, object{"outcome": "interrupted", "error": "the gateway was stopped", "verify": nil})
	run(t, there, object{"kind": "reconcile", "date": today()})
}

func TestARunOfAnInstanceThatDiedIsInterrupted(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	auditor := g.AddAdmin(t, "auditor")
	plant := func(id int64, silent string) {
		t.Helper()
		change(t, g.events, `INSERT INTO state.audit_runs (id, kind, outcome, actor, instance, version, arguments, began_at, beat_at,
			began_after, position, head, found, error) OVERRIDING SYSTEM VALUE
			VALUES ($1, 'verify', 'running', 'admin:1', 'gone', 'v1', '{"whole":true,"from":"","to":"","full":false}', now(), now() - $2::interval, 0, 5, 9, 0, '')`,
			id, silent)
	}
	plant(1001, "1 second")
	auditor.Get(t, "%s/1001", auditRuns).Wants(t, 200).Is(t, object{"outcome": "running", "position": 5})
	auditor.Post(t, auditRuns, object{"kind": "verify"}).Refuses(t, 409, "audit_run_under_way")
	change(t, g.events, `UPDATE state.audit_runs SET beat_at = now() - interval '6 seconds' WHERE id = 1001`)
	auditor.Get(t, "%s/1001", auditRuns).Wants(t, 200).Is(t, object{"outcome": "interrupted"})
	plant(1002, "6 seconds")
	run(t, auditor, object{"kind": "verify"})
	auditor.Get(t, "%s?outcome=running", auditRuns).Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

func TestARunIsStartedOnceAKeyByAnAuditorOrAnAdmin(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	support, auditor := g.AddAdmin(t, "support"), g.AddAdmin(t, "auditor")
	support.Post(t, auditRuns, object{"kind": "verify"}).Refuses(t, 403, "role_forbidden")
	support.Get(t, auditRuns).Wants(t, 200)
	again := auditor.With("Idempotency-Key", "one")
	first := again.Post(t, auditRuns, object{"kind": "reconcile", "date": today()}).Wants(t, 201)
	ended(t, auditor, first.ID(t, "id"))
	again.Post(t, auditRuns, object{"kind": "reconcile", "date": today()}).Wants(t, 201).Is(t, object{"id": first.ID(t, "id")})
	auditor.Get(t, auditRuns).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	for _, c := range []struct {
		request object
		field   string
	}{
		{object{"kind": "guess"}, "kind"},
		{object{"kind": "verify", "date": today()}, "kind"},
		{object{"kind": "reconcile"}, "date"},
		{object{"kind": "reconcile", "date": "2026-02-30"}, "date"},
		{object{"kind": "reconcile", "date": calendar.Calendar{}.DayOf(time.Now().AddDate(0, 0, 2))}, "date"},
		{object{"kind": "reconcile", "date": today(), "whole": true}, "whole"},
	} {
		auditor.Post(t, auditRuns, c.request).RefusesField(t, c.field)
	}
}
