package approvals

import (
	"fmt"
	"testing"

	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/migrated"
)

// limit is the amount from which the acts in these tests need a second administrator.
const limit = 1_000_000

// office is one gateway, or two on one log, with two administrators and a merchant who has money and a bank account.
type office struct {
	*harness.Gateway
	events   string // the address of the database of the log and of the simulated provider
	other    *harness.Gateway
	ani      caller // the first administrator, admin:1
	budi     caller // the second one, admin:3
	clerk    int64  // an administrator with the role support, admin:2
	merchant merchant
}

// newOffice opens an office of one gateway.
func newOffice(t *testing.T) *office {
	t.Helper()
	events, read := migrated.Pair(t)
	o := &office{Gateway: harness.StartOn(t, events, read, settings()), events: events}
	o.staff(t)
	return o
}

// newOldOffice opens an office whose first hundred clients paid fees in the last month.
func newOldOffice(t *testing.T) *office {
	t.Helper()
	events, read := migrated.Pair(t)
	harness.PutPastFees(t, events, 100, 100*limit)
	o := &office{Gateway: harness.StartOn(t, events, read, settings()), events: events}
	o.staff(t)
	return o
}

// newBranches opens an office of two gateways on one log. Ani calls the first, Budi the
// second.
func newBranches(t *testing.T) *office {
	t.Helper()
	events, read := migrated.Pair(t)
	o := &office{Gateway: harness.StartOn(t, events, read, settings())}
	o.other = harness.StartOn(t, events, read, settings())
	o.staff(t)
	o.budi.Gateway = o.other
	return o
}

func settings() harness.Settings {
	return harness.Settings{"DUAL_CONTROL_FROM": fmt.Sprint(limit), "SIMULATOR_PAYOUT_DELAY": "1h", "WRITE_OFF_AFTER_DAYS": "0"}
}

// staff hires the second administrator last, because until then acts for a merchant take only one administrator.
func (o *office) staff(t *testing.T) {
	t.Helper()
	o.ani = o.Admin(t)
	o.merchant = o.NewMerchant(t)
	o.merchant.SetBankAccount(t)
	o.merchant.Earn(t, 100*limit)
	o.clerk = o.ani.Post(t, "/admin/admins", object{"email": o.NextEmail(), "password": harness.Password, "role": "support"}).
		Wants(t, 201).ID(t, "id")
	o.budi = o.AddAdmin(t, "admin")
}

// asked checks that the answer is an approval that waits, and returns its id.
func asked(t *testing.T, a answer) int64 {
	t.Helper()
	a.Wants(t, 202).Has(t, "", approvalShape).Is(t, object{"status": "requested", "by": "admin:1", "decided_by": nil})
	return a.ID(t, "id")
}

var approvalShape = shape{
	"id": "integer", "kind": "string", "what": "string", "subject": "string", "amount": "number?", "by": "string", "reason": "string",
	"status": "string", "created_at": "time", "expires_at": "time", "decided_by": "string?", "decision": "string?", "decided_at": "time?",
	"finished_at": "time?", "result": "object?",
}

func path(id int64, decision string) string {
	return fmt.Sprintf("/admin/approvals/%d/%s", id, decision)
}

func grant(t *testing.T, by caller, id int64) answer {
	t.Helper()
	explained(t, by, id)
	return by.Post(t, path(id, "grant"), object{"reason": "seen the papers"})
}

// recorded returns the events of a type in the log.
func (o *office) recorded(t *testing.T, eventType string) (found []eventstore.Recorded) {
	t.Helper()
	for at := (eventstore.Position{}); ; {
		page, err := o.App.Log().Store().ReadAll(t.Context(), at, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return found
		}
		for _, e := range page {
			if e.Type == eventType {
				found = append(found, e)
			}
			at = e.Position
		}
	}
}

// state is the approval as the log has it.
func (o *office) state(t *testing.T, id int64) approval.State {
	t.Helper()
	s, _, err := eventstore.Load(t.Context(), o.App.Log(), approval.Aggregate, approval.Stream(id))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// third hires a third administrator, who calls the second gateway if there are two.
func (o *office) third(t *testing.T) caller {
	t.Helper()
	email := o.NextEmail()
	a := o.ani.Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": "admin"})
	if a.Status == 202 {
		grant(t, o.budi, a.ID(t, "id")).Wants(t, 200).Is(t, object{"status": "done"})
	}
	return o.AdminLogin(email, harness.Password)(t)
}
