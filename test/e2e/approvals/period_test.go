package approvals

import (
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/lastmonth"
	"gateway/test/migrated"
)

func TestAMonthIsClosedByASecondAdministrator(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	month := lastmonth.Book(t, events, 1)
	o := &office{Gateway: harness.StartOn(t, events, read, settings()), events: events}
	o.ani = o.Admin(t)
	periods := "/admin/periods/" + month
	o.ani.Post(t, periods+"/close", nil).Refuses(t, 409, "second_admin_needed")
	o.budi = o.AddAdmin(t, "admin")
	o.ani.Post(t, periods+"/close", nil).Refuses(t, 409, "period_unsound")
	o.ani.AuditMonth(t, month)
	body := harness.AcceptAll(t, o.ani.Get(t, "%s", periods).Wants(t, 200).Is(t, object{"status": "open", "ready": true, "closing": nil}))
	id := asked(t, o.ani.Post(t, periods+"/close", body))
	if done := o.doneBy(t, "period.closed.v1", id); len(done) != 0 {
		t.Fatalf("it was closed before it was granted: %+v", done)
	}
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done"})
	if done := o.doneBy(t, "period.closed.v1", id); len(done) != 1 || done[0].Actor != "admin:1" || done[0].ApprovedBy != "admin:2" {
		t.Errorf("it was closed as %+v", done)
	}
	o.ani.Get(t, "%s", periods).Wants(t, 200).Is(t, object{"status": "closed", "by": "admin:1", "approved_by": "admin:2"})
	o.budi.Post(t, periods+"/close", body).Refuses(t, 409, "period_closed")
}
