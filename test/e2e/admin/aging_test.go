package admin

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

var agingShape = shape{"at": "string", "total": "number", "classes": "array", "clients": "array"}

func TestDebtsAreListedByTheirAge(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"WRITE_OFF_AFTER_DAYS": "0"})
	auditor, m := g.AddAdmin(t, "auditor"), g.NewMerchant(t)
	created := m.Post(t, "/payments/ewallet", object{
		"amount": 100_000, "channel_code": "DANA", "metadata": object{"callback_url": harness.CallbackURL},
	}).Wants(t, 201)
	id := created.Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.AwaitBalance(t, 98_335)
	g.Notify(t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
		"id": "ewr_" + id, "charge_id": created.Text(t, "provider_id"), "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
		"capture_amount": 100_000, "refund_amount": 100_000, "reason": "REQUESTED_BY_CUSTOMER",
	}}).Wants(t, 200)
	m.AwaitBalance(t, -1_665)

	auditor.Get(t, "/admin/aging/receivables").Wants(t, 200).Has(t, "", agingShape).Is(t, object{
		"total": 1_665, "classes.0.from": 0, "classes.0.to": 7, "classes.0.amount": 1_665, "classes.3.from": 91, "classes.3.to": nil, "classes.3.amount": 0,
		"clients.0.client_id": m.ID, "clients.0.days": 0, "clients.0.total": 1_665, "clients.0.amounts.0": 1_665, "clients.0.amounts.3": 0,
	}).HasMeta(t, 1, 15, 1, 1)
	auditor.Get(t, "/admin/aging/receivables?at=2020-01-01").Wants(t, 200).Is(t, object{"total": 0, "clients": []any{}})
	auditor.Get(t, "/admin/aging/receivables?at=soon").RefusesField(t, "at")
	if rows := csvFile(t, auditor, "/admin/aging/receivables?format=csv"); len(rows) != 3 || rows[0][8] != "days_over_90" || rows[1][4] != "1665" || rows[2][5] != "1665" {
		t.Errorf("the file says %v", rows)
	}
	auditor.Get(t, "/admin/aging/suspense").Wants(t, 200).Has(t, "", agingShape).Is(t, object{"total": 0})
	if rows := csvFile(t, auditor, "/admin/aging/suspense?format=csv"); len(rows) != 2 || rows[1][0] != "total" {
		t.Errorf("the file says %v", rows)
	}
	admin, writeOffs := g.Admin(t), m.AdminPath("/write-offs")
	auditor.Post(t, writeOffs, object{"reason": "closed"}).Wants(t, 403)
	admin.Post(t, writeOffs, object{"reason": ""}).RefusesField(t, "reason")
	keyed := admin.With("Idempotency-Key", m.Email)
	done := keyed.Post(t, writeOffs, object{"reason": "the shop closed"}).Wants(t, 201).Is(t, object{"saldo": 0, "piutang": 0})
	if again := keyed.Post(t, writeOffs, object{"reason": "the shop closed"}).Wants(t, 201); string(again.Body) != string(done.Body) {
		t.Errorf("%s, then %s", done.Body, again.Body)
	}
	keyed.Post(t, writeOffs, object{"reason": "another one"}).Refuses(t, 409, "idempotency_key_reused")
	admin.Post(t, writeOffs, object{"reason": "the shop closed"}).Refuses(t, 400, "nothing_to_write_off")
	auditor.Get(t, "/admin/aging/receivables").Wants(t, 200).Is(t, object{"total": 0})
	accounts := accountsOf(t, auditor)
	if harness.JSON(accounts["cost:bad_debt"]) != "-1665" {
		t.Errorf("bad debts are %v", accounts["cost:bad_debt"])
	}

	writtenOff := listsWriteOffs(t, auditor, m)

	admin.Post(t, m.AdminPath("/adjustments"), object{"amount": 5_000, "reason": "paid by transfer"}).Wants(t, 201)
	m.HasBalance(t, 3_335, 3_335, 0, 0) // what came back reverses the write-off first
	if accounts := accountsOf(t, auditor); harness.JSON(accounts["cost:bad_debt"]) != "0" {
		t.Errorf("bad debts are %v", accounts["cost:bad_debt"])
	}
	m.LogIn(t).Get(t, "/me/statement").Wants(t, 200).Is(t, object{"closing.saldo": 3_335})
	auditor.Get(t, "/admin/write-offs/%s", writtenOff).Wants(t, 200).Is(t, object{
		"id": writtenOff, "client_id": m.ID, "amount": 1_665, "recovered": 1_665, "remaining": 0, "status": "recovered",
		"recoveries.0.amount": 1_665, "recoveries.0.write_off": writtenOff,
	})
	pastOfAWriteOff(t, auditor, m, writtenOff)
	whyAWriteOff(t, auditor, m, writtenOff)
	auditor.Get(t, "/admin/write-offs/WOF-1-99999").Wants(t, 404)
	auditor.Get(t, "/admin/write-offs?status=open").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
}

// pastOfAWriteOff looks at the balance of the client and at the cost before a write-off, on it, and on its recovery.
func pastOfAWriteOff(t *testing.T, auditor caller, m harness.Merchant, id string) {
	t.Helper()
	w := auditor.Get(t, "/admin/write-offs/%s", id).Wants(t, 200)
	made, err := time.Parse(time.RFC3339Nano, w.Text(t, "written_off_at"))
	if err != nil {
		t.Fatal(err)
	}
	for _, then := range []struct {
		at                  string
		balance, owed, cost int
	}{
		{made.Add(-time.Microsecond).Format(time.RFC3339Nano), -1_665, -1_665, 0},
		{w.Text(t, "written_off_at"), 0, 0, -1_665},
		{w.Text(t, "last_recovered_at"), 3_335, 0, 0},
	} {
		auditor.Get(t, m.AdminPath("/balance")+"?at=%s", then.at).Wants(t, 200).Is(t, object{"saldo": then.balance, "piutang": then.owed})
		file := csvFile(t, auditor, "/admin/trial-balance?format=csv&at="+then.at)
		cost := "0"
		for _, row := range file {
			if slices.Contains(row, "cost:bad_debt") {
				cost = row[len(row)-1]
			}
		}
		if cost != strconv.Itoa(then.cost) {
			t.Errorf("at %s bad debts are %s, want %d", then.at, cost, then.cost)
		}
	}
}

// whyAWriteOff asks why a write-off that came back is as it is, for the staff and for the merchant.
func whyAWriteOff(t *testing.T, auditor caller, m harness.Merchant, id string) {
	t.Helper()
	for _, name := range []string{id, "write-offs%2F" + id} {
		answer := auditor.Get(t, "/admin/why/%s", name).Wants(t, 200).Is(t, object{
			"subject": "write-offs/" + id, "client_id": m.ID, "status": "recovered", "waits": false,
			"reasons.0.code": "write_off_recovered", "reasons.0.amount": 1_665, "reasons.0.event.type": "balance.write_off_recovered.v1",
			"reasons.1.code": "written_off", "reasons.1.other": "admin:1", "reasons.1.detail": "the shop closed",
			"reasons.2.code": "write_off_repaid", "reasons.2.amount": 1_665,
		})
		if credit := answer.Text(t, "reasons.2.other"); !strings.Contains(answer.Text(t, "reasons.2.text.en"), credit+" first repaid Rp1.665") {
			t.Errorf("the credit is %s: %s", credit, answer.Body)
		}
		auditor.Get(t, "/admin/timeline/%s", name).Wants(t, 200).Is(t, object{
			"entries.0.type": "balance.written_off.v1", "entries.1.type": "balance.write_off_recovered.v1",
		})
		m.Get(t, "/why/%s", name).Refuses(t, 404, "not_found")
	}
	auditor.Get(t, "/admin/why/WOF-1-99999").Refuses(t, 404, "not_found")
}

// listsWriteOffs looks at the only write-off, of which nothing came back, as a list and as a file. It returns the id.
func listsWriteOffs(t *testing.T, auditor caller, m harness.Merchant) string {
	t.Helper()
	list := auditor.Get(t, "/admin/write-offs?client_id=%d&status=open", m.ID).Wants(t, 200).Is(t, object{
		"0.client_id": m.ID, "0.amount": 1_665, "0.owed_days": 0, "0.reason": "the shop closed", "0.requested_by": "admin:1",
		"0.recovered": 0, "0.remaining": 1_665, "0.last_recovered_at": nil, "0.status": "open",
	})
	list.HasMeta(t, 1, 15, 1, 1)
	auditor.Get(t, "/admin/write-offs?status=recovered").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "/admin/write-offs?to=2020-01-01").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "/admin/write-offs?from=soon").RefusesField(t, "from")
	auditor.Get(t, "/admin/write-offs?format=csv&to=soon").RefusesField(t, "to")
	id := list.Text(t, "0.id")
	if rows := csvFile(t, auditor, "/admin/write-offs?format=csv"); len(rows) != 2 || rows[1][0] != id || rows[1][3] != "1665" || rows[1][13] != "open" {
		t.Errorf("the file says %v", rows)
	}
	return id
}
