package periodservice_test

import (
	"slices"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/domaintest"
	"gateway/domain/period"
	"gateway/domain/words"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/periodservice"
	"gateway/projections/audit/reconcile"
)

// february returns an office with a month that is over, and an entry in it and after it.
func february(t *testing.T) (*office, period.Month) {
	t.Helper()
	o := inMemory(t)
	m := monthOf(t, o, "2025-02")
	o.now = m.From.AddDate(0, 0, 26)
	o.enter(2, "2025-02-27")
	o.now = m.Until
	o.enter(3, "2025-02-27")
	return o, m
}

func TestFindingsAreAcceptedByTheirNames(t *testing.T) {
	t.Parallel()
	o, m := february(t)
	found := auditrunservice.Verified{Findings: []auditrunservice.Finding{
		{Check: "ledger", Subject: "position 1", Position: 1}, {Check: "ledger", Subject: "position 2", Position: 2},
	}}
	differs := auditrunservice.Reconciled{Report: reconcile.Report{Differences: []reconcile.Difference{
		{Kind: "payment", Problem: "missing_here", Reference: "INV-1-1"},
	}}}
	o.audit(m, found, differs)
	mine := period.Accepted{Finding: "verify: ledger: position 1", Reason: "known"}
	theirs := period.Accepted{Finding: "reconcile xendit: payment missing_here INV-1-1", Reason: "comes in March"}
	next := period.Accepted{Finding: "verify: ledger: position 2", Reason: "it is of March"}
	for _, c := range []struct {
		accepted []period.Accepted
		refused  string
	}{
		{nil, "period_unsound period"},
		{[]period.Accepted{mine}, "period_unsound period"},
		{[]period.Accepted{mine, theirs, next}, "invalid_field findings"},
	} {
		if _, err := o.closeAs(m.Name, "admin:1", "admin:2", c.accepted...); domaintest.Refusal(err) != c.refused {
			t.Errorf("%+v: %v", c.accepted, err)
		}
	}
	shown, err := o.closeAs(m.Name, "admin:1", "admin:2", mine, theirs)
	if err != nil || *shown.Checks[1].Findings[0].Reason != "known" {
		t.Fatalf("%+v %v", shown.Checks, err)
	}
	if _, err := o.closeAs(m.Name, "admin:1", "admin:2"); err != nil {
		t.Errorf("once more: %v", err)
	}
	if _, err := o.closeAs(m.Name, "admin:3", "admin:2"); domaintest.Refusal(err) != "period_closed period" {
		t.Errorf("a closed month: %v", err)
	}
	left := auditrunservice.Verified{LeftOff: 3}
	march := m.Next()
	o.now = march.Until
	o.enter(1, "2025-03-31")
	o.audit(march, left, auditrunservice.Reconciled{})
	if _, err := o.closeAs(march.Name, "admin:1", "admin:2"); domaintest.Refusal(err) != "period_unsound period" {
		t.Errorf("findings without a name: %v", err)
	}
}

// A comparison of later days says what the balance is now, and nothing about the days of the month. What is to be done, and
// what was found, has words that a page needs.
func TestADifferenceOfALaterDayIsNoneOfTheMonth(t *testing.T) {
	t.Parallel()
	o, m := february(t)
	before, err := o.Get(t.Context(), m.Name)
	if err != nil || before.Ready || len(before.TrialBalance) == 0 {
		t.Fatalf("%+v %v", before, err)
	}
	for i, want := range []periodservice.Check{
		{},
		{},
		{TodoCode: periodservice.TodoVerify, Missing: []string{}},
		{TodoCode: periodservice.TodoCompare, Missing: []string{"2025-02-27", "2025-02-28"}},
	} {
		if got := before.Checks[i]; got.TodoCode != want.TodoCode || want.Missing != nil && !slices.Equal(got.Missing, want.Missing) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	differs := func(reference string) auditrunservice.Reconciled {
		d := reconcile.Difference{Kind: "payment", Problem: "missing here", Reference: reference}
		d.Explanation.Facts = words.NoRecord
		return auditrunservice.Reconciled{Report: reconcile.Report{Differences: []reconcile.Difference{d}}}
	}
	o.audit(m, auditrunservice.Verified{}, differs("of February"))
	o.audit(m.Next(), auditrunservice.Verified{}, differs("of March"))
	after, err := o.Get(t.Context(), m.Name)
	if err != nil || !after.Ready {
		t.Fatalf("%+v %v", after, err)
	}
	found := after.Checks[3].Findings
	if len(found) != 1 || found[0].Name != "reconcile xendit: payment missing here of February" || *found[0].Facts != words.NoRecord {
		t.Errorf("%+v", found)
	}
}

// A month begins where the one before it was closed, also when the business moved to another time zone.
func TestMonthsMeetWhenTheTimeZoneChanges(t *testing.T) {
	t.Parallel()
	o := inMemory(t)
	m := monthOf(t, o, "2025-02")
	o.now = m.From.AddDate(0, 0, 26)
	o.enter(2, "2025-02-27")
	o.now = m.Until.Add(30 * time.Minute) // March in Jakarta, and February in UTC
	o.enter(40, "2025-03-01")
	o.audit(m, auditrunservice.Verified{}, auditrunservice.Reconciled{})
	february, err := o.closeAs(m.Name, "admin:1", "admin:2")
	if err != nil {
		t.Fatal(err)
	}
	before := string(o.statement(m.Name))
	o.Calendar = calendar.In(time.UTC)
	march := monthOf(t, o, "2025-03")
	o.now = march.Until
	o.enter(500, "2025-04-01")
	o.audit(march, auditrunservice.Verified{}, auditrunservice.Reconciled{})
	shown, err := o.closeAs(march.Name, "admin:1", "admin:2")
	if err != nil {
		t.Fatal(err)
	}
	if shown.Closing.EventsBefore != february.Closing.Events || shown.TimeZone != "UTC" || february.TimeZone != "Asia/Jakarta" {
		t.Errorf("March begins after %d events, February has %d", shown.Closing.EventsBefore, february.Closing.Events)
	}
	if l := shown.Closing.TrialBalance[0]; !l.Opening.Add(l.Credit).Sub(l.Debit).Equal(l.Closing) || l.Closing.Abs().IntPart() != 42 {
		t.Errorf("%+v", l)
	}
	if string(o.statement(m.Name)) != before {
		t.Error("the statement changed with the time zone")
	}
}
