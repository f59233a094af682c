package approvals

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gateway/test/e2e/harness"

	"github.com/google/uuid"
)

// small asks for an adjustment just below the limit.
func (o *office) small() object { return object{"amount": 999_999.99, "reason": "lost"} }

func TestManySmallActsNeedASecondAdministrator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	path := o.merchant.AdminPath("/adjustments")
	o.ani.Post(t, path, o.small()).Wants(t, 201)
	for range 9 { // one person could once do ten of them
		asked(t, o.ani.Post(t, path, o.small()))
	}
	if done := len(o.recorded(t, "balance.adjusted.v1")); done != 2 { // and the one with which the merchant starts
		t.Errorf("%d adjustments were made", done)
	}
	// Payouts are approved one by one, however many there are.
	for range 3 {
		o.ani.Post(t, fmt.Sprintf("/admin/settlements/%d/approve", o.settlement(t, limit-1)), nil).Wants(t, 200)
	}
	// Counting acts is not an act itself.
	for _, kind := range o.ani.Get(t, "/admin/audit-log?per_page=100").Wants(t, 200).Column(t, "kind") {
		if kind == `"slice.counted"` || kind == `"approval.place_taken"` {
			t.Errorf("the audit log shows %s", kind)
		}
	}
}

func TestSmallActsAtOnceOnTwoInstancesDontSlipThroughTogether(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	elsewhere := o.ani
	elsewhere.Gateway = o.other
	var all sync.WaitGroup
	answers := make([]answer, 10)
	for i := range answers {
		by := o.ani
		if i%2 == 1 {
			by = elsewhere
		}
		all.Go(func() { answers[i], _ = by.Send("POST", o.merchant.AdminPath("/adjustments"), o.small()) })
	}
	all.Wait()
	statuses := map[int]int{}
	for _, a := range answers {
		statuses[a.Status]++
	}
	if statuses[201] != 1 || statuses[202] != len(answers)-1 {
		t.Errorf("answers by their status: %v", statuses)
	}
}

func TestARepetitionUnderAnIdempotencyKeyCountsOnce(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	path := o.merchant.AdminPath("/adjustments")
	keyed := o.ani.With("Idempotency-Key", uuid.NewString())
	first := keyed.Post(t, path, object{"amount": 600_000, "reason": "lost"}).Wants(t, 201)
	keyed.Gateway = o.other
	keyed.Post(t, path, object{"amount": 600_000, "reason": "lost"}).Wants(t, 201).SameAs(t, first)
	o.ani.Post(t, path, object{"amount": 300_000, "reason": "lost"}).Wants(t, 201)
	asked(t, o.ani.Post(t, path, object{"amount": 100_000, "reason": "lost"}))
}

func TestOneRequesterHasTwentyOpenApprovals(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	elsewhere := o.ani
	elsewhere.Gateway = o.other
	var all sync.WaitGroup
	answers := make([]answer, 24)
	for i := range answers {
		by := o.ani
		if i%2 == 1 {
			by = elsewhere
		}
		all.Go(func() {
			answers[i], _ = by.Send("POST", o.merchant.AdminPath("/adjustments"), object{"amount": limit, "reason": "lost"})
		})
	}
	all.Wait()
	waiting, one := 0, int64(0)
	for _, a := range answers {
		if a.Status == 202 {
			waiting, one = waiting+1, a.ID(t, "id")
		} else {
			a.Refuses(t, 400, "too_many_approvals")
		}
	}
	if waiting != 20 {
		t.Errorf("%d of %d wait", waiting, len(answers))
	}
	grant(t, o.budi, one).Wants(t, 200)
	o.adjustment(t, limit)
	o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": limit, "reason": "lost"}).Refuses(t, 400, "too_many_approvals")
}

func TestTheOtherAdministratorsGetAMailAboutAnApproval(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	budis := o.emailOf(t, budi)
	citras := o.third(t).Get(t, "/admin/auth/me").Wants(t, 200).Text(t, "email") // its approval is mailed to the second administrator
	id := o.adjustment(t, limit)
	for _, email := range []string{budis, citras} {
		m := harness.Mails(t).AwaitSaying(t, email, fmt.Sprintf("/console/approvals/%d", id))
		for _, said := range []string{
			"admin[@]example[.]com", "adjust a balance", fmt.Sprintf("clients/%d", o.merchant.ID), "1000000 rupiah",
		} {
			if !strings.Contains(m.Text, said) {
				t.Errorf("the mail to %s does not say %q:\n%s", email, said, m.Text)
			}
		}
		if strings.Contains(m.Text, "lost") {
			t.Errorf("the mail holds the reason of the requester:\n%s", m.Text)
		}
	}
}
