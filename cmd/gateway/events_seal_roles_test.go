package main

import (
	"database/sql"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gateway/test/poll"
)

// The steps and roles are those of OPERATIONS.md and RUNBOOK.md.
func TestSealingIsRehearsedWithTheDocumentedRoles(t *testing.T) {
	r := withRoles(t)
	dir := filepath.Join(t.TempDir(), "archive")
	t.Setenv("ARCHIVE_URL", dir)
	owner := map[string]string{"MIGRATE_USER": "shop_owner", "MIGRATE_PASSWORD": "owner's/p@ssword"}
	asOwner := func(is bool) {
		for name, value := range owner {
			if !is {
				value = ""
			}
			t.Setenv(name, value)
		}
	}
	asOwner(false)
	r.refuses("there is no installation in", "events", "ranges", "--size", "20")
	asOwner(true)
	r.prints("migrate", "--serve-role", "shop_serve")
	if out := r.prints("events", "ranges", "--size", "20"); !strings.HasPrefix(strings.TrimSpace(out), "1             1 to           20  open") {
		t.Fatalf("the size of the empty log's first range: %q", out)
	}
	asOwner(false)
	r.refuses("is not the owner of the log's tables, which is shop_owner", "events", "ranges", "--size", "30")

	// On the first night there is nothing to do yet. A wrong login is refused, and recorded.
	r.refuses("set MIGRATE_USER and MIGRATE_PASSWORD to the owner's login", "events", "seal", "--older", "24h")
	r.refuses("is not the owner of the log's tables", "events", "archive", "--keep", "3")
	if err := r.start(); err != nil {
		t.Fatal(err)
	}
	r.hasMetric(`gateway_log_job_failed{task="seal"} 1`)
	r.hasMetric(`gateway_log_job_failed{task="archive"} 1`)
	r.hasMetric(`gateway_log_job_age_seconds{task="seal"} `)
	r.hasMetric(`gateway_log_job_age_seconds{task="archive"} `)
	r.addMerchant()
	r.payCustomer(20_000)
	r.payCustomer(30_000)

	asOwner(true)
	if out := r.prints("events", "seal"); !strings.Contains(out, "sealed  20 events, root") {
		t.Errorf("sealed: %s", out)
	}
	if out := r.prints("events", "archive"); !strings.Contains(out, "archived") {
		t.Errorf("archived: %s", out)
	}
	r.prints("events", "archive", "--check")
	asOwner(false)
	r.verifies()
	r.stop()
	if err := os.Rename(dir, dir+"-away"); err != nil {
		t.Fatal(err)
	}
	if err := r.start(); err != nil {
		t.Fatal(err)
	}
	r.hasMetric(`gateway_log_job_failed{task="seal"} 0`)
	r.hasMetric(`gateway_archive_problem{reason="unreachable"} 1`)
	r.hasMetric(`gateway_log_ranges{state="archived"} `)
	t.Setenv("MIGRATE_USER", "shop_former_owner") // a role that cannot log in
	r.refuses("shop_former_owner", "events", "seal", "--older", "24h")
	asOwner(false)
	r.hasMetric(`gateway_log_job_failed{task="seal"} 1`)
	r.payCustomer(40_000)
	if out, err := r.run("events", "archive", "--check"); err == nil || !strings.Contains(out, "is it mounted?") {
		t.Errorf("the check of an archive that is away: %v\n%s", err, out)
	}
	r.refuses("a part of the log is in its archive, which can't be read", "audit", "verify")
	if err := os.Rename(dir+"-away", dir); err != nil {
		t.Fatal(err)
	}
	r.verifies()

	// This alters a copy that the gateway uses for decisions.
	db, err := sql.Open("postgres", r.as("shop_owner", "shop_events"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), `UPDATE kept_events SET data = '{}' WHERE stream = 'admin-staff' AND revision = 0`); err != nil {
		t.Fatal(err)
	}
	if out, err := r.run("audit", "verify"); err == nil || !strings.Contains(out, "revision 0 of admin-staff") || !strings.Contains(out, "has other data") {
		t.Errorf("a copy was altered: %v\n%s", err, out)
	}
	if _, err := db.ExecContext(t.Context(), `DELETE FROM kept_events; DELETE FROM kept_ranges`); err != nil {
		t.Fatal(err)
	}
	asOwner(true)
	r.prints("events", "archive")
	asOwner(false)
	r.verifies()
	r.denied("shop_serve", "shop_events", "UPDATE kept_events SET type = 'x'")
	r.denied("shop_serve", "shop_events", "DELETE FROM kept_ranges")
}

// hasMetric waits until the gateway's metrics have a line with this prefix.
func (r roles) hasMetric(begins string) {
	r.t.Helper()
	poll.Until(r.t, begins, func() bool {
		request, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, strings.TrimSuffix(r.url, "/api/v2")+"/metrics", http.NoBody)
		if err != nil {
			r.t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			r.t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		return err == nil && strings.Contains("\n"+string(text), "\n"+begins)
	})
}
