package harness

import (
	"testing"
	"time"

	"gateway/test/poll"
)

// AuditMonth makes the checks of a month whose only events before the present one are of its last day.
func (c Caller) AuditMonth(tb testing.TB, month string) {
	tb.Helper()
	first, err := time.Parse("2006-01", month)
	if err != nil {
		tb.Fatal(err)
	}
	for _, request := range []Object{
		{"kind": "verify", "whole": true}, {"kind": "reconcile", "date": first.AddDate(0, 1, -1).Format(time.DateOnly)},
	} {
		id := c.Post(tb, "/admin/audit/runs", request).Wants(tb, 201).ID(tb, "id")
		poll.Until(tb, "the run has ended", func() bool {
			return c.Get(tb, "/admin/audit/runs/%d", id).Wants(tb, 200).Field(tb, "ended_at") != nil
		})
	}
}

// AcceptAll returns the body that closes a month, with every finding of its checklist accepted.
func AcceptAll(tb testing.TB, month Answer) Object {
	tb.Helper()
	findings := []Object{}
	checks, _ := month.Field(tb, "checks").([]any)
	for _, check := range checks {
		found, _ := check.(map[string]any)["findings"].([]any)
		for _, f := range found {
			findings = append(findings, Object{"name": f.(map[string]any)["name"], "reason": "The provider books it in the next month."})
		}
	}
	return Object{"findings": findings}
}
