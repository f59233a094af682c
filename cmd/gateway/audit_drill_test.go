package main

import (
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/domain/connection"
	"gateway/test/poll"
	"gateway/test/testdb"
)

// The drill restores a log whose payouts a real provider made, in a place with only a simulated provider.
func TestASoundBackupPassesTheDrill(t *testing.T) {
	i := install(t)
	i.addMerchant()
	at := time.Now().UTC()
	named(t, connection.Bound{Connection: "xendit", Provider: "xendit", At: at}, connection.Bound{Connection: "doku-7", Provider: "doku", At: at})
	i.answersADispute()
	backup := filepath.Join(t.TempDir(), "log.jsonl")
	i.prints("events", "export", backup)
	i.stop()

	events, read := testdb.NewPair(t)
	t.Setenv("EVENTSTORE_URL", events)
	t.Setenv("DATABASE_URL", read)
	i.prints("events", "import", backup)
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	poll.Within(t, poll.Limit, "the drill ends well", func() (bool, any) {
		out, err := i.run("audit", "verify", "--drill")
		return err == nil, out
	})
	out, err := i.run("audit", "verify", "--drill")
	if err != nil || !strings.Contains(out, "not compared with the provider") || !strings.Contains(out, "1 files are there") {
		t.Errorf("the report does not say what was left out: %v\n%s", err, out)
	}
	if got := i.keptArguments(); got != `{"whole":true,"from":"","to":"","full":false,"drill":true}` {
		t.Errorf("the run is kept with %s", got)
	}
	out, err = i.run("audit", "verify")
	var fault foundError
	if err == nil || errors.As(err, &fault) || !strings.Contains(out, "UNKNOWN every payout is made at most once") || !strings.Contains(out, "--drill") {
		t.Errorf("without --drill: %v\n%s", err, out)
	}
}

// answersADispute has a customer dispute a payment, and the merchant answer with a file.
func (i *installation) answersADispute() {
	i.t.Helper()
	payment := i.payBy("qris", `{"amount":50000}`)
	due := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	dispute := i.post("/admin/disputes", i.admin, `{"transaction_id":"`+payment+`","provider_dispute_id":"dsp-1","due_by":"`+due+`"}`).id("id")
	file := base64.StdEncoding.EncodeToString([]byte("%PDF-1.4\n%%EOF\n"))
	i.post(fmt.Sprintf("/disputes/%d/evidence", dispute), i.shop, `{"files":[{"name":"a.pdf","content":"`+file+`"}]}`)
}

func TestALogThatEndsBeforeItsCheckpointHasLostEvents(t *testing.T) {
	i := install(t)
	i.addMerchant()
	checkpoint := i.file(i.prints("audit", "checkpoint"))
	i.stop()
	i.plant(`ALTER TABLE events DISABLE TRIGGER ALL`)
	i.plant(`DELETE FROM events WHERE position > (SELECT max(position) - 2 FROM events)`)
	_, err := i.run("audit", "verify", "--since", checkpoint)
	var fault foundError
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "ends before the checkpoint") {
		t.Errorf("got %v", err)
	}
}

// keptArguments returns the arguments of the newest audit run that found nothing.
func (i *installation) keptArguments() (arguments string) {
	i.t.Helper()
	events, err := sql.Open("postgres", os.Getenv("EVENTSTORE_URL"))
	if err != nil {
		i.t.Fatal(err)
	}
	defer events.Close()
	const newestSound = `SELECT arguments FROM state.audit_runs WHERE outcome = 'sound' ORDER BY id DESC LIMIT 1`
	row := events.QueryRowContext(i.t.Context(), newestSound)
	if err := row.Scan(&arguments); err != nil {
		i.t.Fatal(err)
	}
	return arguments
}
