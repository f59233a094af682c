package portal

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
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

	credited := object{"status": "approved", "reasons.0.code": "slip_credited", "reasons.0.amount": 3000}
	const question = "/why/withholding-slips%%2F25004woby"
	m.Get(t, question).Wants(t, 200).Is(t, credited)
	admin.Get(t, "/admin"+question).Wants(t, 200).Is(t, credited)
	other.Get(t, question).Refuses(t, 404, "not_found")
	for _, path := range []string{"/why/", "/timeline/"} {
		g.AddAdmin(t, "support").Get(t, "/admin%swithholding-slips%%2F25004WOBY", path).Refuses(t, 404, "not_found")
	}

	more := harness.WithholdingSlip(t, "25004WOBZ", 1)
	portal.Post(t, path, more).Wants(t, 201)
	admin.Post(t, "/admin/withholding-slips/25004WOBZ/approve", nil).Refuses(t, 400, "slip_exceeds_fees")
	m.HasBalance(t, 3_000, 3_000, 0, 0)
	tellsOfSlips(t, m)
	findsSlip(t, g, m, other)
	used := object{"kind": "pph23_used", "amount": 3000, "reference": "SPT 2026"}
	admin.Post(t, "/admin/treasury", used).Wants(t, 201).Is(t, object{"from": "cost:income_tax", "to": "asset:pph23"})
}

// tellsOfSlips compares the feed with what happened to the slips of TestAWithholdingSlipIsRejectedSentAgainAndCredited.
func tellsOfSlips(t *testing.T, m harness.Merchant) {
	t.Helper()
	var told []string
	for _, e := range m.Get(t, "/events").Wants(t, 200).Field(t, "events").([]any) {
		entry := e.(map[string]any)
		if resource := fmt.Sprint(entry["resource"]); strings.HasPrefix(resource, "withholding-slips/") {
			data := entry["data"].(map[string]any)
			told = append(told, fmt.Sprint(entry["type"], " ", resource, " ", data["status"], " ", data["tax"], " ", data["reason"]))
		}
	}
	want := []string{
		"withholding_slip.pending withholding-slips/25004WOBY pending 3000 <nil>",
		"withholding_slip.rejected withholding-slips/25004WOBY rejected 3000 unreadable",
		"withholding_slip.pending withholding-slips/25004WOBY pending 3000 <nil>",
		"withholding_slip.approved withholding-slips/25004WOBY approved 3000 <nil>",
		"withholding_slip.pending withholding-slips/25004WOBZ pending 1 <nil>",
	}
	if !slices.Equal(told, want) {
		t.Errorf("the feed tells of %q", told)
	}
}

// findsSlip looks for the slips by their numbers. The newest submission of a number is found, and only by who may read it.
func findsSlip(t *testing.T, g *harness.Gateway, m, other harness.Merchant) {
	t.Helper()
	admin, support := g.Admin(t), g.AddAdmin(t, "support")
	hit := object{
		"0.kind": "withholding_slip", "0.name": "withholding-slips/25004WOBY", "0.field": "number", "0.exact": true, "0.status": "approved",
		"0.amount": 3000, "0.client_id": m.ID,
	}
	m.Get(t, "/search?q=25004woby").Wants(t, 200).Is(t, hit)
	admin.Get(t, "/admin/search?q=25004woby").Wants(t, 200).Is(t, hit)
	if found := admin.Get(t, "/admin/search?q=25004WO").Wants(t, 200).List(t); len(found) != 2 {
		t.Errorf("the begin of two numbers finds %v", found)
	}
	for path, c := range map[string]harness.Caller{"/search": other.Caller, "/admin/search": support} {
		if found := c.Get(t, "%s?q=25004WOBY", path).Wants(t, 200).List(t); len(found) != 0 {
			t.Errorf("%s finds %v", path, found)
		}
	}
}

// maxFile is the largest size of a file, in bytes.
const maxFile = 5 << 20

// What a hostile client sends as a slip is refused by name, and a file of the largest size is taken whole.
func TestASlipOfAHostileClient(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	portal, stranger := m.LogIn(t), harness.NewMerchant(t).LogIn(t)
	const path = "/me/withholding-slips"
	number := fmt.Sprintf("H%08d", m.ID)
	slip := harness.WithholdingSlip(t, number, 3_000)
	for field, wrongs := range map[string][]any{
		"tax":   {-1, 0, 0.001, 3000.01, 1e15, "3000"},
		"gross": {-150_000, 1e15, true},
	} {
		for _, wrong := range wrongs {
			portal.Post(t, path, slip.With(field, wrong)).RefusesField(t, field)
		}
	}
	for field, wrong := range map[string]any{"number": 25004, "period": object{}, "slip_date": []int{1}, "file": "slip.pdf"} {
		portal.Post(t, path, slip.With(field, wrong)).RefusesField(t, field)
	}
	pdf := func(size int) object {
		content := append(append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte(" "), size-len("%PDF-1.4\n")-len("%%EOF"))...), "%%EOF"...)
		return object{"name": "slip.pdf", "content": base64.StdEncoding.EncodeToString(content)}
	}
	for _, size := range []int{maxFile + 1, maxFile + 3} {
		portal.Post(t, path, slip.With("file", pdf(size))).RefusesField(t, "file.content")
	}
	disguised := object{"name": "slip.png", "type": "image/png", "content": harness.PDF("a slip")}
	portal.Post(t, path, slip.With("file", disguised)).RefusesField(t, "file.type")
	portal.Get(t, "%s/%s", path, number).Refuses(t, 404, "not_found")
	portal.Post(t, path, slip.With("file", pdf(maxFile))).Wants(t, 201).Is(t, object{"file.size": maxFile})
	stranger.Get(t, "%s/%s", path, number).Refuses(t, 404, "not_found")
	stranger.Get(t, "%s/%s/file", path, number).Refuses(t, 404, "not_found")
	m.HasBalance(t, 0, 0, 0, 0)
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
