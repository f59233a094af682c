package approvals

import (
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"

	"gateway/domain"
	"gateway/domain/approval"
	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/poll"

	"github.com/google/uuid"
)

func harnessUntil(t *testing.T, holds func() bool) {
	t.Helper()
	poll.Until(t, "it happens", holds)
}

// adjustment asks for an adjustment that needs a second administrator.
func (o *office) adjustment(t *testing.T, amount int64) int64 {
	t.Helper()
	return asked(t, o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": amount, "reason": "lost"}))
}

func (o *office) shownBalance(t *testing.T) string {
	t.Helper()
	return harness.JSON(o.merchant.Get(t, "/account/balance").Wants(t, 200).Field(t, "saldo"))
}

func TestAnApprovalTellsTheSecondAdministratorWhatItIsAbout(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.adjustment(t, 2*limit)
	auditor := o.ani
	detailShape := maps.Clone(approvalShape)
	detailShape["particulars"] = "array"
	auditor.Get(t, "/admin/approvals/%d", id).Wants(t, 200).Has(t, "", detailShape).Is(t, object{
		"kind": "balance.adjust", "subject": fmt.Sprintf("clients/%d", o.merchant.ID), "amount": 2 * limit, "reason": "lost",
		"what": fmt.Sprintf("adjust the balance of client %d by %d rupiah", o.merchant.ID, 2*limit), "status": "requested", "result": nil,
	})
	auditor.Get(t, "/admin/approvals?status=requested").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	auditor.Get(t, "/admin/approvals?status=done").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "/admin/approvals/99").Refuses(t, 404, "not_found")
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done", "result.client_id": o.merchant.ID, "result.saldo": 102 * limit})
	list := auditor.Get(t, "/admin/approvals?status=done").Wants(t, 200)
	list.ListOf(t, approvalShape)
	list.HasMeta(t, 1, 15, 1, 1)
	// The audit names both.
	history := o.ani.Get(t, "/admin/clients/%d/balance-history", o.merchant.ID).Wants(t, 200)
	history.Is(t, object{"0.who": "admin:1", "0.approved_by": "", "1.who": "admin:1", "1.approved_by": "admin:3", "1.why": "lost"})
}

func TestTwoAdministratorsWhoGrantAtOnceOnTwoInstancesDoOneAct(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	// The third administrator is created like the second, with a grant if one is needed.
	citra := o.third(t)
	for range 5 {
		before := len(o.recorded(t, "balance.adjusted.v1"))
		id := o.adjustment(t, limit)
		var both sync.WaitGroup
		answers := make([]answer, 2)
		for i, by := range []caller{o.budi, citra} {
			both.Go(func() { answers[i], _ = by.Send("POST", path(id, "grant"), object{"reason": "seen"}) })
		}
		both.Wait()
		granted := 0
		for _, a := range answers {
			switch a.Status {
			case 200:
				granted++
			default:
				a.Refuses(t, 400, "approval_decided")
			}
		}
		if granted != 1 {
			t.Errorf("%d of two granted it: %s %s", granted, answers[0].Body, answers[1].Body)
		}
		if made := len(o.recorded(t, "balance.adjusted.v1")) - before; made != 1 {
			t.Errorf("%d adjustments were made", made)
		}
	}
}

func TestTheRequesterNeverDecidesAndADecisionIsFinal(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.adjustment(t, limit)
	grant(t, o.ani, id).Refuses(t, 403, "own_approval")
	o.ani.Post(t, path(id, "refuse"), object{"reason": "mistaken"}).Refuses(t, 403, "own_approval")
	o.budi.Post(t, path(id, "refuse"), object{"reason": " "}).RefusesField(t, "reason")
	o.budi.Post(t, path(id, "refuse"), object{"reason": "no papers"}).Wants(t, 200).
		Is(t, object{"status": "refused", "decided_by": "admin:3", "decision": "no papers", "result": nil})
	o.budi.Post(t, path(id, "refuse"), object{"reason": "no papers"}).Wants(t, 200).Is(t, object{"status": "refused"})
	grant(t, o.budi, id).Refuses(t, 400, "approval_decided")
	grant(t, o.budi, 99).Refuses(t, 404, "approval_not_found")
	o.budi.Post(t, path(99, "refuse"), object{"reason": "x"}).Refuses(t, 404, "approval_not_found")
	if o.shownBalance(t) != fmt.Sprint(100*limit) {
		t.Error("a refused adjustment was made: ", o.shownBalance(t))
	}
	done := o.adjustment(t, limit)
	grant(t, o.budi, done).Wants(t, 200).Is(t, object{"status": "done"})
	grant(t, o.budi, done).Wants(t, 200).Is(t, object{"status": "done"})
	o.budi.Post(t, path(done, "refuse"), object{"reason": "too late"}).Refuses(t, 400, "approval_decided")
	if o.shownBalance(t) != fmt.Sprint(101*limit) {
		t.Error("an adjustment that was granted twice was made twice: ", o.shownBalance(t))
	}
}

func TestAnActIsDecidedAnewWhenItIsGranted(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	all := o.adjustment(t, -100*limit)
	o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": -1, "reason": "meanwhile"}).Wants(t, 201)
	grant(t, o.budi, all).Wants(t, 200).Is(t, object{"status": "failed", "result.error_code": "insufficient_balance"})
	grant(t, o.budi, all).Wants(t, 200).Is(t, object{"status": "failed"})

	// Of two approvals of the same act, the second fails.
	settlement := o.settlement(t, limit)
	approve := fmt.Sprintf("/admin/settlements/%d/approve", settlement)
	first, second := asked(t, o.ani.Post(t, approve, nil)), asked(t, o.ani.Post(t, approve, nil))
	grant(t, o.budi, first).Wants(t, 200).Is(t, object{"status": "done"})
	grant(t, o.budi, second).Wants(t, 200).Is(t, object{"status": "failed", "result.error_code": "not_pending"})
}

func TestARequestThatWouldBeRefusedIsRefusedWithoutAnApproval(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": -101 * limit, "reason": "all"}).Refuses(t, 400, "insufficient_balance")
	o.ani.Post(t, "/admin/clients/99/adjustments", object{"amount": limit, "reason": "nobody"}).Refuses(t, 404, "not_found")
	o.ani.Post(t, "/admin/settlements/99/approve", nil).Refuses(t, 404, "not_found")
	o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": "much", "reason": "x"}).RefusesField(t, "amount")
	// An act that changes nothing needs no second administrator.
	o.ani.Put(t, o.merchant.AdminPath(""), object{"is_auto_approve_withdrawal": false}).Wants(t, 200)
	o.ani.Get(t, "/admin/approvals").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

func TestARequestUnderAnIdempotencyKeyAsksForOneApproval(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	keyed := o.ani.With("Idempotency-Key", uuid.NewString())
	body := object{"amount": limit, "reason": "lost"}
	first := keyed.Post(t, o.merchant.AdminPath("/adjustments"), body)
	id := asked(t, first)
	keyed.Gateway = o.other
	again := keyed.Post(t, o.merchant.AdminPath("/adjustments"), body).Wants(t, 202)
	again.SameAs(t, first)
	if again.Header.Get("Idempotency-Replayed") != "true" {
		t.Error("the repetition does not say that it is one")
	}
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done"})
	keyed.Post(t, o.merchant.AdminPath("/adjustments"), body).Wants(t, 202).SameAs(t, first)
	o.ani.Get(t, "/admin/approvals").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	if o.shownBalance(t) != fmt.Sprint(101*limit) {
		t.Error(o.shownBalance(t))
	}
}

func TestANewKeyIsShownToTheRequesterOnlyAndWorksFromTheGrantOn(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	a := o.ani.Post(t, o.merchant.AdminPath("/api-keys"), object{"name": "new"})
	id := asked(t, a)
	key := a.Text(t, "result.key")
	withNew := o.Anonymous().With("X-API-Key", key)
	withNew.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	o.budi.Get(t, "/admin/approvals/%d", id).Wants(t, 200).Is(t, object{"result": nil})
	granted := grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done", "result.name": "new"})
	if strings.Contains(string(granted.Body), key) {
		t.Error("the second administrator sees the key")
	}
	withNew.Get(t, "/account").Wants(t, 200)
	o.merchant.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	for _, eventType := range []string{"approval.requested.v1", "approval.done.v1", "account.api_key_issued.v1"} {
		for _, e := range o.recorded(t, eventType) {
			if strings.Contains(string(e.Data), key) {
				t.Errorf("%s holds the key", eventType)
			}
		}
	}
}

// grantWithoutActing appends a grant like a process that ends right after it.
func (o *office) grantWithoutActing(t *testing.T, id int64) {
	t.Helper()
	s := o.state(t, id)
	_, err := eventstore.Execute(t.Context(), o.App.Log(), approval.Aggregate, approval.Stream(id),
		func(approval.State) ([]domain.Event, error) {
			return approval.Grant(s, approval.DecideCmd{
				By: "admin:3", MayDecide: true, RequesterMayAsk: true, Owner: "a process that is gone", At: s.ExpiresAt.Add(-approval.Lifetime / 2),
			})
		})
	if err != nil {
		t.Fatal(err)
	}
}

func (o *office) await(t *testing.T, id int64, status string) answer {
	t.Helper()
	var last answer
	poll.Until(t, status, func() bool {
		last = o.ani.Get(t, "/admin/approvals/%d", id).Wants(t, 200)
		return last.Field(t, "status") == status
	})
	return last
}

func TestAfterACrashBetweenGrantAndActTheActIsDoneOnce(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	id := o.adjustment(t, limit)
	o.grantWithoutActing(t, id)
	o.await(t, id, approval.StatusDone)
	if made := o.doneBy(t, "balance.adjusted.v1", id); len(made) != 1 || made[0].Actor != "admin:1" || made[0].ApprovedBy != "admin:3" {
		t.Errorf("it was done as %+v", made)
	}
	if o.shownBalance(t) != fmt.Sprint(101*limit) {
		t.Error(o.shownBalance(t))
	}
	if resumed := o.recorded(t, "approval.resumed.v1"); len(resumed) != 1 {
		t.Errorf("it was resumed %d times", len(resumed))
	}
}
