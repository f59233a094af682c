package approvalservice_test

import (
	"testing"
	"time"

	"gateway/domain/approval"
	"gateway/domain/slice"
	"gateway/http/service"
	"gateway/http/service/approvalservice"

	"github.com/shopspring/decimal"
)

// adjust adjusts a client's balance as an administrator. waits says that approval is needed.
func (o *office) adjust(by string, client int64, amount string) (asked approvalservice.Asked, waits bool) {
	o.t.Helper()
	made, err := o.acts.AdjustBalance(o.as(by), service.Creation{ClientID: client, Method: "POST", Path: "/adjustments"},
		decimal.RequireFromString(amount), "lost")
	o.must(nil, err)
	asked, waits = made.Data.(approvalservice.Asked)
	if waits != made.Accepted {
		o.t.Fatalf("%+v", made)
	}
	return asked, waits
}

func (o *office) wants(waits bool, by string, client int64, amount string) {
	o.t.Helper()
	if _, got := o.adjust(by, client, amount); got != waits {
		o.t.Errorf("an adjustment of %s by %s needs a second administrator: %t", amount, by, got)
	}
}

const alone, withSecond = false, true

func TestActsBelowTheAmountNeedASecondAdministratorOnceTheyReachItInADay(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	other := o.register("M2")
	o.wants(alone, "admin:1", o.client, "600000")
	o.wants(alone, "admin:1", o.client, "-399999.99")
	o.wants(withSecond, "admin:1", o.client, "0.01")
	o.wants(alone, "admin:1", other, "999999.99")
	o.wants(withSecond, "admin:1", other, "-999999.99")
	o.wants(alone, "admin:2", o.client, "999999.99")
	o.later.Store(int64(slice.Window))
	o.wants(alone, "admin:1", o.client, "999999.99")
}

func TestTheSecondAdministratorReadsWhatTheActsAddUpTo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.wants(alone, "admin:1", o.client, "999999.99")
	asked, _ := o.adjust("admin:1", o.client, "1")
	const want = "adjust the balance of client 1 by 1 rupiah, the last of such acts that add up to 1000000.99 rupiah in 24 hours"
	if asked.What != want || asked.Amount == nil || asked.Amount.String() != "1" {
		t.Errorf("%+v", asked.Approval)
	}
	if _, err := o.Grant(o.as("admin:2"), asked.ID, "seen"); err != nil {
		t.Fatal(err)
	}
	if row := o.status(asked.ID); row.Status != approval.StatusDone {
		t.Errorf("%+v", row)
	}
	// Acts that two administrators decided do not count.
	o.later.Store(int64(slice.Window))
	o.wants(alone, "admin:1", o.client, "999999.98")
	o.wants(alone, "admin:1", o.client, "0.01")
}

func TestARefusedActDoesNotCount(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, err := o.acts.AdjustBalance(o.as("admin:1"), service.Creation{ClientID: o.client}, decimal.NewFromInt(-999_999), "too much")
	if !isRefusal(err, "insufficient_balance") {
		t.Fatal(err)
	}
	o.wants(alone, "admin:1", o.client, "999999.99")
}

func TestARequesterHasTwentyOpenApprovals(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	ids := make([]int64, approval.MaxOpen)
	for i := range ids {
		ids[i] = o.askForRate("0.9")
	}
	refused := func() {
		t.Helper()
		if _, err := o.acts.ChangeFee(o.as("admin:1"), "QRIS", rate("0.9"), ""); !isRefusal(err, "too_many_approvals") {
			t.Errorf("one more than %d: %v", approval.MaxOpen, err)
		}
	}
	refused()
	if _, err := o.acts.ChangeFee(o.as("admin:2"), "QRIS", rate("0.9"), ""); err != nil {
		t.Error("another requester:", err)
	}
	if _, err := o.Refuse(o.as("admin:2"), ids[0], "no"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Grant(o.as("admin:2"), ids[1], "yes"); err != nil {
		t.Fatal(err)
	}
	o.setRate("0.8", 0)
	o.askForRate("0.9")
	o.askForRate("0.9")
	refused()
	o.later.Store(int64(approval.Lifetime + time.Minute))
	o.askForRate("0.9")
}
