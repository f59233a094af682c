package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/lastmonth"
	"gateway/test/migrated"
	"gateway/test/poll"
)

// closing runs gateway audit close with what a person types, and returns what it prints.
func (i *installation) closing(typed string, args ...string) (out string, err error) {
	i.t.Helper()
	var printed bytes.Buffer
	cmd := rootCommand()
	cmd.SetArgs(append([]string{"audit", "close", "--as", "root@example.com", "--url", strings.TrimSuffix(i.url, "/api/v2")}, args...))
	cmd.SetIn(strings.NewReader(typed))
	cmd.SetOut(&printed)
	cmd.SetErr(&printed)
	err = cmd.ExecuteContext(i.t.Context())
	return printed.String(), err
}

// The command asks for a closing when every check is made and every finding accepted, and never closes by itself.
func TestTheCommandAsksToCloseAMonth(t *testing.T) {
	events, read := migrated.Pair(t)
	month := lastmonth.Book(t, events, 1)
	i := installOn(t, events, read)
	i.admin = "Bearer " + i.post("/admin/auth/login", "", `{"email":"root@example.com","password":"rahasia-admin"}`).text("token")
	status := func() string { return i.get("/admin/periods/"+month, i.admin).text("status") }
	const typed = "rahasia-admin\n"
	if _, err := i.closing(typed, month); err == nil || !strings.Contains(err.Error(), "DUAL_CONTROL_FROM") {
		t.Errorf("without dual control: %v", err)
	}
	i.stop()
	t.Setenv("DUAL_CONTROL_FROM", "10000000")
	if err := i.start(); err != nil {
		t.Fatal(err)
	}
	out, err := i.closing(typed, month)
	if exitCode(auditCommand(), err) != exitFound || !strings.Contains(out, "start a verify of the whole log") || !strings.Contains(out, "missing  reconcile xendit") {
		t.Errorf("an unchecked month: %q %v", out, err)
	}
	i.bookThere("TOPUP", "MONEY_IN", "float-1", "top", 5_000_000)
	_, until, err := calendar.Calendar{}.Month("month", month)
	if err != nil {
		t.Fatal(err)
	}
	i.plant(`UPDATE state.simulator_transactions SET created_at = $1, updated_at = $1`, until.Add(-12*time.Hour))
	i.prints("audit", "verify")
	if _, err := i.run("audit", "reconcile", "--from", month+"-01", "--to", until.Add(-time.Hour).In(calendar.Calendar{}.Zone()).Format(time.DateOnly)); err == nil {
		t.Fatal("the comparison found nothing")
	}
	out, err = i.closing(typed, month)
	const finding = "reconcile xendit: own money missing here float-1"
	if exitCode(auditCommand(), err) != exitFound || !strings.Contains(out, "accept by its name: "+finding) {
		t.Errorf("a finding: %q %v", out, err)
	}
	accepted, _ := json.Marshal([]acceptedFinding{{finding, "it is entered next month"}})
	file := i.file(string(accepted))
	if out, err := i.closing(typed, month, "--accept", file); err == nil || !strings.Contains(err.Error(), "this gateway has one") {
		t.Errorf("one administrator: %q %v", out, err)
	}
	i.post("/admin/admins", i.admin, `{"email":"budi@example.com","password":"rahasia-budi","role":"admin"}`)
	for typed, want := range map[string]string{"wrong\n": "wrong_credentials", "": "missing on the standard input"} {
		if _, err := i.closing(typed, month); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", typed, err, want)
		}
	}
	for _, wrong := range []string{"2026-13", "1999-12", "x"} {
		if _, err := i.closing(typed, wrong); err == nil || !strings.Contains(err.Error(), "period: ") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if out, err := i.closing(typed, calendar.Calendar{}.MonthOf(time.Now())); exitCode(auditCommand(), err) != exitFound || !strings.Contains(out, "the month ends at") {
		t.Errorf("a month that is not over: %q %v", out, err)
	}
	out, err = i.closing(typed, month, "--accept", file)
	if err != nil || !strings.Contains(out, strings.TrimSuffix(i.url, "/api/v2")+"/console/approvals/1") || status() != "open" {
		t.Fatalf("%q %v, the month is %s", out, err, status())
	}
	budi := "Bearer " + i.post("/admin/auth/login", "", `{"email":"budi@example.com","password":"rahasia-budi"}`).text("token")
	i.post("/admin/approvals/1/grant", budi, "")
	poll.Until(t, "the month is closed", func() bool { return status() == "closed" })
	if _, err := i.closing(typed, month); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%s is closed already", month)) {
		t.Errorf("a closed month: %v", err)
	}
}
