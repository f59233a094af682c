package main

import (
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"gateway/http/server/lifecycle"
	"gateway/test/poll"
)

// One malformed event halts the models that apply it. Both health and verify report that.
func TestAMalformedEventIsReportedByHealthAndVerify(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.verifies()
	url := strings.TrimSuffix(i.url, "/api/v2")
	if code, printed := ends(t, "health", "--url", url); code != 0 || printed != "ready\n" {
		t.Fatalf("a sound gateway: exit %d\n%s", code, printed)
	}
	i.plant(`SELECT * FROM append_events(ARRAY['ticket-99'], ARRAY[-1], ARRAY[1], ARRAY[1], ARRAY[0], ARRAY[gen_random_uuid()],
		ARRAY['ticket.opened.v1'], ARRAY['{"ticket_id": "one"}']::json[], ARRAY['{}']::json[])`)
	poll.Within(t, poll.Limit, "health ends with 1", func() (bool, any) {
		code, printed := ends(t, "health", "--url", url)
		return code == 1 && strings.HasPrefix(printed, "degraded: ") && strings.Contains(printed, "projection tickets: halted"), printed
	})
	if code, printed := ends(t, "health", "--serving", "--url", url); code != 0 || printed != "degraded\n" {
		t.Errorf("a container that serves: exit %d\n%s", code, printed)
	}
	code, printed := ends(t, "audit", "verify")
	for _, want := range []string{"BROKEN  every event can be read", "is malformed", "BROKEN  every read model equals a replay", "tickets: is halted at", "ok      every payment is booked exactly once"} {
		if code != exitFound || !strings.Contains(printed, want) {
			t.Errorf("verify: exit %d, no %q in\n%s", code, want, printed)
		}
	}
	i.stop()
	if code, printed := ends(t, "health", "--serving", "--url", url); code != 1 {
		t.Errorf("a gateway that has stopped: exit %d\n%s", code, printed)
	}
}

func TestVerifyEndsWith2WhenNotAllCouldBeChecked(t *testing.T) {
	i := install(t)
	i.addMerchant()
	i.verifies()
	i.prints("audit", "checkpoint") // signed with a different key
	t.Setenv("PROVIDER_URL", "http://127.0.0.1:9")
	if code, printed := ends(t, "audit", "verify"); code != exitUnchecked || !strings.Contains(printed, "UNKNOWN every payout") || strings.Contains(printed, "BROKEN") {
		t.Errorf("without the provider: exit %d\n%s", code, printed)
	}
	t.Setenv("PROVIDER_URL", "")
	t.Setenv("MASTER_SECRET", "another secret than before, of at least 32 characters")
	if code, printed := ends(t, "audit", "verify"); code != exitFound || !strings.Contains(printed, "not signed with this installation's key") {
		t.Errorf("with another key: exit %d\n%s", code, printed)
	}
	t.Setenv("MASTER_SECRET", "")
	i.stop()
	read, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = read.Close() })
	if _, err := read.ExecContext(t.Context(), `DROP TABLE tickets`); err != nil {
		t.Fatal(err)
	}
	if code, printed := ends(t, "audit", "verify"); code != exitFound || !strings.Contains(printed, "table tickets: is missing: gateway projections rebuild tickets") {
		t.Errorf("without a table: exit %d\n%s", code, printed)
	}
	if code, printed := ends(t, "projections", "rebuild", "tickets"); code != 0 {
		t.Errorf("the command that it advises: exit %d\n%s", code, printed)
	}
	if code, printed := ends(t, "audit", "verify"); code != 0 {
		t.Errorf("after it: exit %d\n%s", code, printed)
	}
}

func TestHealthSaysWhyAGatewayIsNotReady(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"success":false,"message":"starting: the databases are opened","code":503,"data":{"error_code":"not_ready"}}`:                                "not ready: starting: the databases are opened",
		`{"success":false,"message":"this instance stops","code":404,"data":{"error_code":"draining"}}`:                                                "not ready: this instance stops",
		`{"success":true,"message":"OK","code":200,"data":{"status":"degraded","degraded":["projection tickets: halted","projection payouts: late"]}}`: "degraded: projection tickets: halted; projection payouts: late",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var answer struct{ Code int }
			if err := json.Unmarshal([]byte(body), &answer); err != nil {
				t.Error(err)
			}
			if r.UserAgent() != lifecycle.HealthAgent {
				t.Errorf("a stop would wait for %s", r.UserAgent())
			}
			w.WriteHeader(answer.Code)
			_, _ = w.Write([]byte(body)) // the command has gone or reads it
		}))
		if err := printHealth(t.Context(), io.Discard, server.URL+"/readyz", false); err == nil || err.Error() != want {
			t.Errorf("it says %v, want %s", err, want)
		}
		server.Close()
	}
}
