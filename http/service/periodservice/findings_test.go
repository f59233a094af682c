package periodservice_test

import (
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/domain/domaintest"
	"gateway/domain/period"
	"gateway/http/service/auditrunservice"
	"gateway/projections/audit/reconcile"
)

func TestFindingsAreAcceptedByTheirNames(t *testing.T) {
	t.Parallel()
	o := inMemory(t)
	m := monthOf(t, o, "2025-02")
	o.now = m.From.AddDate(0, 0, 26)
	o.enter(2, "2025-02-27")
	o.now = m.Until
	o.enter(3, "2025-02-27")
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
