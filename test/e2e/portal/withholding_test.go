package portal

import (
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
)

// past starts a gateway whose first two clients paid fees of 150,000 in the month before.
func past(t *testing.T) (*harness.Gateway, harness.Merchant, harness.Merchant) {
	t.Helper()
	events, read := migrated.Pair(t)
	harness.PutPastFees(t, events, 2, 150_000)
	g := harness.StartOn(t, events, read, nil)
	return g, g.NewMerchant(t), g.NewMerchant(t)
}

// A merchant sends the slip of what it withheld; it is rejected, sent again, approved, and on the balance once.
func TestAWithholdingSlipIsRejectedSentAgainAndCredited(t *testing.T) {
	t.Parallel()
	g, m, other := past(t)
	portal, foreign, admin, auditor := m.LogIn(t), other.LogIn(t), g.Admin(t), g.AddAdmin(t, "auditor")
	const path = "/me/withholding-slips"
	slip := harness.WithholdingSlip(t, "25004woby", 3_000)
	sent := portal.Post(t, path, slip).Wants(t, 201).Is(t, object{
		"number": "25004WOBY", "tax": 3000, "gross": 150000, "status": "pending", "reason": nil, "file.name": "slip.pdf", "file.type": "application/pdf",
	})
	id := sent.ID(t, "id")
	foreign.Post(t, path, slip).Refuses(t, 409, "slip_taken")
	portal.Post(t, path, slip).Refuses(t, 409, "slip_taken")
	foreign.Get(t, "%s/25004WOBY", path).Refuses(t, 404, "not_found")
	foreign.Get(t, "%s/25004WOBY/file", path).Refuses(t, 404, "not_found")
	content, _ := base64.StdEncoding.DecodeString(harness.PDF("25004woby"))
	for at, c := range map[string]harness.Caller{path: portal, "/admin/withholding-slips": auditor} {
		get, err := c.Send("GET", at+"/25004woby/file", nil)
		if err != nil || string(get.Body) != string(content) || !strings.HasPrefix(get.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%s: %d %q %v", at, get.Status, get.Body, err)
		}
	}
	const adminPath = "/admin/withholding-slips/25004WOBY"
	auditor.Post(t, adminPath+"/approve", nil).Refuses(t, 403, "role_forbidden")
	auditor.Get(t, "/admin/withholding-slips?status=pending").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	if kinds := admin.Get(t, "/admin/attention").Wants(t, 200).Column(t, "kind"); !strings.Contains(fmt.Sprint(kinds), "withholding_slips") {
		t.Errorf("people look at %v", kinds)
	}
	admin.Post(t, adminPath+"/reject", object{"reason": "unreadable"}).Wants(t, 200).Is(t, object{
		"status": "rejected", "reason": "unreadable", "client_id": m.ID, "client_name": "Toko Maju",
	})
	admin.Post(t, adminPath+"/reject", object{"reason": "again"}).Refuses(t, 400, "not_pending")
	admin.Post(t, adminPath+"/approve", nil).Refuses(t, 400, "not_pending")
	m.HasBalance(t, 0, 0, 0, 0)

	again := portal.Post(t, path, slip).Wants(t, 201).Is(t, object{"status": "pending"})
	if again.ID(t, "id") == id {
		t.Error("the slip that was sent again is the rejected one")
	}
	portal.Get(t, path).Wants(t, 200).HasMeta(t, 2, 15, 1, 1)
	portal.Get(t, "%s?status=rejected", path).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	for range 2 { // once
		admin.Post(t, adminPath+"/approve", nil).Wants(t, 200).Is(t, object{"status": "approved", "client_id": m.ID})
	}
	m.HasBalance(t, 3_000, 3_000, 0, 0)
	portal.Get(t, "%s/25004WOBY", path).Wants(t, 200).Is(t, object{"status": "approved"})
	admin.Get(t, adminPath).Wants(t, 200).Is(t, object{"status": "approved"})
	portal.Post(t, path, slip).Refuses(t, 409, "slip_taken")
	foreign.Post(t, path, slip).Refuses(t, 409, "slip_taken")
	portal.Get(t, "/me/statement").Wants(t, 200).Is(t, object{
		"lines.5.line": "withholding", "lines.5.count": 1, "lines.5.gross": 3000, "lines.5.fee": 0, "lines.5.net_amount": 3000,
	})

	more := harness.WithholdingSlip(t, "25004WOBZ", 1)
	portal.Post(t, path, more).Wants(t, 201)
	admin.Post(t, "/admin/withholding-slips/25004WOBZ/approve", nil).Refuses(t, 400, "slip_exceeds_fees")
	m.HasBalance(t, 3_000, 3_000, 0, 0)
	used := object{"kind": "pph23_used", "amount": 3000, "reference": "SPT 2026"}
	admin.Post(t, "/admin/treasury", used).Wants(t, 201).Is(t, object{"from": "cost:income_tax", "to": "asset:pph23"})
}

// Of two requests at once with one number, of one client or of two, one counts; so does one of two approvals.
func TestANumberCountsOnceAtOnce(t *testing.T) {
	t.Parallel()
	g, m, other := past(t)
	mine, foreign, admin := m.LogIn(t), other.LogIn(t), g.Admin(t)
	slip := harness.WithholdingSlip(t, "ATONCE001", 3_000)
	var wait sync.WaitGroup
	statuses := make([]int, 4)
	for i := range statuses {
		wait.Go(func() {
			answer, err := []harness.Caller{mine, foreign}[i%2].Send("POST", "/me/withholding-slips", slip)
			if err != nil {
				t.Error(err)
			}
			statuses[i] = answer.Status
		})
	}
	wait.Wait()
	made := 0
	for _, status := range statuses {
		switch status {
		case 201:
			made++
		case 409:
		default:
			t.Errorf("the answers are %v", statuses)
		}
	}
	if made > 1 {
		t.Errorf("the number counts %d times", made)
	}
	if made == 0 { // each stood in the way of the other: the number is free or of one of them
		t.Errorf("the answers are %v", statuses)
	}
	for range 4 {
		wait.Go(func() {
			if answer, err := admin.Send("POST", "/admin/withholding-slips/ATONCE001/approve", nil); err != nil || answer.Status != 200 {
				t.Errorf("%d %s %v", answer.Status, answer.Body, err)
			}
		})
	}
	wait.Wait()
	row := admin.Get(t, "/admin/withholding-slips/ATONCE001").Wants(t, 200).Is(t, object{"status": "approved"})
	for _, one := range []harness.Merchant{m, other} {
		want := 0
		if one.ID == row.ID(t, "client_id") {
			want = 3_000
		}
		one.HasBalance(t, want, want, 0, 0)
	}
}

func TestWhatASlipMayNotSay(t *testing.T) {
	t.Parallel()
	portal := harness.NewMerchant(t).LogIn(t)
	const path = "/me/withholding-slips"
	for field, wrong := range map[string]any{
		"number": "25004", "period": "2999-01", "gross": 0, "tax": 3001, "slip_date": "2999-01-01",
	} {
		portal.Post(t, path, harness.WithholdingSlip(t, "WRONG0001", 3_000).With(field, wrong)).RefusesField(t, field)
	}
	html := object{"name": "slip.pdf", "content": base64.StdEncoding.EncodeToString([]byte("<html>"))}
	portal.Post(t, path, harness.WithholdingSlip(t, "WRONG0001", 3_000).With("file", html)).RefusesField(t, "file.content")
	for i := range 20 {
		portal.Post(t, path, harness.WithholdingSlip(t, fmt.Sprintf("MANY%05d", i), 1)).Wants(t, 201)
	}
	portal.Post(t, path, harness.WithholdingSlip(t, "MANY00020", 1)).Refuses(t, 400, "too_many_slips")
}
