package approvals

import (
	"fmt"
	"testing"

	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/poll"

	"github.com/google/uuid"
)

// act is an act on something that its function prepares.
type act struct {
	name string
	// prepare returns the request of the act for an amount.
	prepare func(t *testing.T, o *office, amount int64) (path string, body object)
	success int
	// event is the type of the event that records the act.
	event string
}

var amountBound = []act{
	{"adjust a balance up", func(_ *testing.T, o *office, amount int64) (string, object) {
		return o.merchant.AdminPath("/adjustments"), object{"amount": amount, "reason": "lost"}
	}, 201, "balance.adjusted.v1"},
	{"adjust a balance down", func(t *testing.T, o *office, amount int64) (string, object) {
		m := o.customer(t) // another client than that of the increase, because the two would add up
		return m.AdminPath("/adjustments"), object{"amount": -amount, "reason": "found"}
	}, 201, "balance.adjusted.v1"},
	{"enter treasury", func(_ *testing.T, _ *office, amount int64) (string, object) {
		return "/admin/treasury", object{"kind": "top_up", "amount": amount, "reference": uuid.NewString(), "note": "float"}
	}, 201, "treasury.entered.v1"},
	{"approve a withdrawal", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/withdrawals/%d/approve", o.withdrawal(t, amount)), object{}
	}, 200, "payout.approved.v1"},
	{"approve a settlement", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/settlements/%d/approve", o.settlement(t, amount)), object{"manual": true}
	}, 200, "payout.approved.v1"},
	{"complete a settlement", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/settlements/%d/complete", o.manual(t, "settlement", amount)), object{"di_transfer_oleh": "Ani"}
	}, 200, "payout.completed.v1"},
	{"fail a settlement", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/settlements/%d/fail", o.manual(t, "settlement", amount)), object{"reason": "closed"}
	}, 200, "payout.failed.v1"},
	{"complete a withdrawal", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/withdrawals/%d/complete", o.manual(t, "withdrawal", amount)), object{"di_transfer_oleh": "Ani"}
	}, 200, "payout.completed.v1"},
	{"fail a withdrawal", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/withdrawals/%d/fail", o.manual(t, "withdrawal", amount)), object{"reason": "closed"}
	}, 200, "payout.failed.v1"},
	{"adopt an order of a settlement", func(t *testing.T, o *office, amount int64) (string, object) {
		return o.found(t, "settlement", o.merchant.ID, o.settlement(t, amount), amount)
	}, 200, "payout.adopted.v1"},
	{"adopt an order of a withdrawal", func(t *testing.T, o *office, amount int64) (string, object) {
		m := o.customer(t)
		return o.found(t, "withdrawal", m.ID, m.Withdraw(t, amount, harness.CallbackURL), amount)
	}, 200, "payout.adopted.v1"},
	{"approve a refund", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/refunds/%d/approve", o.transfer(t, amount)), nil
	}, 200, "refund.approved.v1"},
	{"decide that a dispute is won", func(t *testing.T, o *office, amount int64) (string, object) {
		payment := o.customer(t).PayQRIS(t, amount)
		id := o.ani.Post(t, "/admin/disputes", harness.Disputed(payment)).Wants(t, 201).ID(t, "id")
		return fmt.Sprintf("/admin/disputes/%d/decide", id), object{"outcome": "won"}
	}, 200, "dispute.decided.v1"},
	{"approve a withholding slip", func(t *testing.T, o *office, amount int64) (string, object) {
		m := o.customer(t)
		number := fmt.Sprintf("SLIP%05d", m.ID)
		m.LogIn(t).Post(t, "/me/withholding-slips", harness.WithholdingSlip(t, number, amount)).Wants(t, 201)
		return "/admin/withholding-slips/" + number + "/approve", nil
	}, 200, "withholding_slip.approved.v1"},
	{"release suspense", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/suspense/%d/release", o.suspense(t, amount)), object{"reason": "agreed"}
	}, 200, "payment.suspense_released.v1"},
	{"refund suspense", func(t *testing.T, o *office, amount int64) (string, object) {
		return fmt.Sprintf("/admin/suspense/%d/refund", o.suspense(t, amount)), object{"reason": "asked for", "by_hand": true}
	}, 200, "payment.suspense_refunded.v1"},
	{"reopen suspense", func(t *testing.T, o *office, amount int64) (string, object) {
		id := o.suspense(t, amount)
		o.refund(t, id)
		return fmt.Sprintf("/admin/suspense/%d/reopen", id), object{"reason": "refused"}
	}, 200, "payment.suspense_reopened.v1"},
	{"assign a reversal", func(t *testing.T, o *office, amount int64) (string, object) {
		reversalID, paymentID := o.undecidedReversal(t, amount)
		return "/admin/reversals/" + reversalID + "/assign", object{"payment_id": paymentID, "reason": "the dashboard"}
	}, 200, "payment.reversal_assigned.v1"},
}

// newcomer is a merchant without money.
func (o *office) newcomer(t *testing.T) merchant {
	t.Helper()
	m := harness.Merchant{Caller: o.Anonymous(), Email: o.NextEmail()}
	a := m.Post(t, "/auth/register", object{"nama": "Toko", "email": m.Email, "password": harness.Password}).Wants(t, 201)
	m.ID = a.ID(t, "id")
	o.ani.Post(t, m.AdminPath("/approve"), nil).Wants(t, 200)
	key := m.LogIn(t).Post(t, "/api-keys", object{"name": "server"}).Wants(t, 201)
	m.Caller = o.Anonymous().With("X-API-Key", key.Text(t, "key"))
	return m
}

// customer is a new merchant for each act, because only one withdrawal may be pending. It can withdraw.
func (o *office) customer(t *testing.T) merchant {
	t.Helper()
	m := o.newcomer(t)
	m.SetBankAccount(t)
	id := asked(t, o.ani.Post(t, m.AdminPath("/adjustments"), object{"amount": 3 * limit, "reason": "for the test"}))
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done"})
	return m
}

func (o *office) withdrawal(t *testing.T, amount int64) int64 {
	t.Helper()
	return o.customer(t).Withdraw(t, amount, harness.CallbackURL)
}

func (o *office) settlement(t *testing.T, amount int64) int64 {
	t.Helper()
	return o.merchant.Post(t, "/settlements", object{"jumlah": amount, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id")
}

// manual is a payout that a person transfers.
func (o *office) manual(t *testing.T, kind string, amount int64) int64 {
	t.Helper()
	id := map[string]func(*testing.T, int64) int64{"settlement": o.settlement, "withdrawal": o.withdrawal}[kind](t, amount)
	a := o.ani.Post(t, fmt.Sprintf("/admin/%ss/%d/approve", kind, id), object{"manual": true})
	if a.Status == 202 {
		grant(t, o.budi, a.ID(t, "id")).Wants(t, 200).Is(t, object{"status": "done"})
	}
	return id
}

// found is the adoption of an order of a payout that the provider has but the log lacks.
func (o *office) found(t *testing.T, kind string, clientID, id, amount int64) (path string, body object) {
	t.Helper()
	order := harness.FoundOrder{ID: fmt.Sprintf("disb-%s-%d", kind, id), Kind: kind, ClientID: clientID, Payout: id, Amount: amount}
	order.Put(t, o.events)
	return fmt.Sprintf("/admin/%ss/%d/adopt", kind, id), object{"provider_id": order.ID}
}

// suspense is money in suspense, because its amount was not the amount due.
func (o *office) suspense(t *testing.T, paid int64) int64 {
	t.Helper()
	id := o.merchant.OpenInvoice(t, 50_000, nil)
	o.merchant.ActInSandbox(t, id, "pay", object{"amount": paid})
	var found int64
	harnessUntil(t, func() bool {
		a := o.ani.Get(t, "/admin/suspense?per_page=100").Wants(t, 200)
		for i, transaction := range a.Column(t, "transaction_id") {
			if transaction == harness.JSON(id) {
				found = a.ID(t, fmt.Sprintf("%d.id", i))
			}
		}
		return found != 0
	})
	return found
}

// refund makes the other administrator refund money in suspense through the provider, so that it does not add
// up with refunds of the first one.
func (o *office) refund(t *testing.T, suspenseID int64) {
	t.Helper()
	a := o.budi.Post(t, fmt.Sprintf("/admin/suspense/%d/refund", suspenseID), object{"reason": "asked for"})
	if a.Status == 202 {
		grant(t, o.ani, a.ID(t, "id")).Wants(t, 200)
	}
}

// undecidedReversal is the refund of an invoice that was paid twice. paymentID is the provider's id of the
// second payment.
func (o *office) undecidedReversal(t *testing.T, amount int64) (reversalID, paymentID string) {
	t.Helper()
	id := o.merchant.OpenInvoice(t, amount, nil)
	o.merchant.ActInSandbox(t, id, "pay", nil)
	o.merchant.AwaitPayment(t, id, "PAID")
	o.merchant.ActInSandbox(t, id, "pay", nil)
	reversalID = "ewr_" + id
	harnessUntil(t, func() bool {
		for _, item := range o.ani.Get(t, "/admin/suspense?per_page=100").Wants(t, 200).List(t) {
			if row := item.(map[string]any); row["transaction_id"] == id {
				paymentID = row["provider_payment_id"].(string)
				o.Notify(t, "ewallet", object{"event": "ewallet.refund", "business_id": "b", "data": object{
					"id": reversalID, "charge_id": row["provider_id"], "status": "SUCCEEDED", "currency": "IDR", "channel_code": "ID_DANA",
					"capture_amount": amount, "refund_amount": amount, "reason": "REQUESTED_BY_CUSTOMER",
				}}).Wants(t, 200)
			}
		}
		return paymentID != ""
	})
	harnessUntil(t, func() bool { return o.ani.Get(t, "/admin/reversals/%s", reversalID).Status == 200 })
	return reversalID, paymentID
}

// transfer asks for a refund by transfer of this amount, which waits for an administrator, and returns its id.
func (o *office) transfer(t *testing.T, amount int64) int64 {
	t.Helper()
	m := o.customer(t)
	id := m.Post(t, "/payments/va", object{"amount": amount, "bank_code": "BCA", "customer_name": "Budi"}).Wants(t, 201).Text(t, "transaction.transaction_id")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	return m.Post(t, "/refunds", object{
		"transaction_id": id, "reason": "other", "to": object{"bank": "BCA", "norek": "1234567890", "account_holder": "Budi"},
	}).Wants(t, 201).ID(t, "id")
}

// The simulated provider loses payouts of this amount, which is above the limit.
func TestEndingARefundByHandNeedsASecondAdministrator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for act, event := range map[string]string{"complete": "payment.reversed.v1", "fail": "refund.failed.v1"} {
		refund := o.transfer(t, 1_013_404)
		grant(t, o.budi, asked(t, o.ani.Post(t, fmt.Sprintf("/admin/refunds/%d/approve", refund), nil))).Wants(t, 200)
		poll.Until(t, "it was tried", func() bool {
			return o.ani.Get(t, "/admin/refunds/%d", refund).Wants(t, 200).Matches(t, object{"attempts": 1})
		})
		id := asked(t, o.ani.Post(t, fmt.Sprintf("/admin/refunds/%d/%s", refund, act), object{"reason": "the bank lost it"}))
		grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done"})
		if done := o.doneBy(t, event, id); len(done) != 1 || done[0].ApprovedBy != "admin:3" {
			t.Errorf("%s: it was done as %+v", act, done)
		}
	}
}

func TestAnActOfTheLimitNeedsASecondAdministratorAndOneJustBelowDoesNot(t *testing.T) {
	t.Parallel()
	o := newOldOffice(t)
	for _, a := range amountBound {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			below, body := a.prepare(t, o, limit-1)
			o.ani.Post(t, below, body).Wants(t, a.success)

			at, body := a.prepare(t, o, limit)
			id := asked(t, o.ani.Post(t, at, body))
			if done := o.doneBy(t, a.event, id); len(done) != 0 {
				t.Fatalf("it was done before it was granted: %+v", done)
			}
			grant(t, o.budi, id).Wants(t, 200).Has(t, "", approvalShape).
				Is(t, object{"status": "done", "decided_by": "admin:3", "decision": "seen the papers"})
			done := o.doneBy(t, a.event, id)
			if len(done) != 1 || done[0].Actor != "admin:1" || done[0].ApprovedBy != "admin:3" {
				t.Errorf("it was done as %+v", done)
			}
		})
	}
}

// doneBy returns the metadata of the events of a type that an approval caused.
func (o *office) doneBy(t *testing.T, eventType string, approvalID int64) (all []eventstore.Metadata) {
	t.Helper()
	for _, e := range o.recorded(t, eventType) {
		if m := eventstore.ParseMetadata(e.Metadata); m.ApprovalID == approvalID {
			all = append(all, m)
		}
	}
	return all
}

// always are the acts that need a second administrator for any amount.
var always = []struct {
	name, method string
	path         func(o *office) string
	body         object
	event        string
}{
	{
		"create an administrator", "POST", func(*office) string { return "/admin/admins" },
		object{"email": "citra@example.com", "password": harness.Password, "role": "admin", "reason": "more work"},
		"admin.created.v1",
	},
	{
		"change a role", "PUT", func(o *office) string { return fmt.Sprintf("/admin/admins/%d", o.clerk) },
		object{"role": "auditor", "reason": "moves"},
		"admin.role_changed.v1",
	},
	{
		"reset the login of another", "POST", func(o *office) string { return fmt.Sprintf("/admin/admins/%d/reset-password", o.clerk) },
		object{"second_factor": true, "reason": "lost the phone"},
		"admin.password_changed.v1",
	},
	{"change a fee", "PUT", func(*office) string { return "/admin/fees/QRIS" }, object{"percent": 0.9}, "fee.changed.v1"},
	{
		"change the routing", "PUT", func(*office) string { return "/admin/routing" },
		object{"rules": []object{
			{"kind": "payment", "channels": []string{"QRIS"}, "connections": []string{"xendit"}},
			{"kind": "payment", "connections": []string{"xendit"}},
			{"kind": "payout", "connections": []string{"xendit"}},
		}},
		"routing.changed.v1",
	},
	{
		"set the fee of an app", "PUT", func(o *office) string { return fmt.Sprintf("/admin/apps/%d/fees", o.merchant.ID) },
		object{"channel_code": "QRIS", "percent": 0.8},
		"account.app_fee_set.v1",
	},
	{
		"switch auto-approval on", "PUT", func(o *office) string { return o.merchant.AdminPath("") },
		object{"is_auto_approve_withdrawal": true},
		"account.settings_changed.v1",
	},
	{
		"hand out a reset link", "POST", func(o *office) string { return o.merchant.AdminPath("/reset-link") },
		object{"reason": "lost the password"},
		"person.reset_requested.v1",
	},
	{
		"issue an API key", "POST", func(o *office) string { return o.merchant.AdminPath("/api-keys") },
		object{"name": "new"},
		"account.api_key_issued.v1",
	},
	{
		"split a deduction", "POST", func(*office) string { return "/admin/disputes/deductions" },
		object{"reference": "adj-1", "amount": 1_000, "disputes": []object{{"dispute_id": 1, "amount": 1_000}}},
		"payment.reversed.v1",
	},
}

func TestActsThatChangeWhatMoneyCostsOrWhoMayTakeItAlwaysNeedASecondAdministrator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	if id, _ := o.merchant.Dispute(t, 1_000); id != 1 {
		t.Fatalf("the dispute has the id %d", id)
	}
	for _, a := range always {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			id := asked(t, o.ani.Call(t, a.method, a.path(o), a.body))
			if done := o.doneBy(t, a.event, id); len(done) != 0 {
				t.Fatalf("it was done before it was granted: %+v", done)
			}
			grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done"})
			if done := o.doneBy(t, a.event, id); len(done) != 1 || done[0].Actor != "admin:1" || done[0].ApprovedBy != "admin:3" {
				t.Errorf("it was done as %+v", done)
			}
		})
	}
}

func TestTheSentenceOfAnApprovalQuotesWhatTheRequesterWrote(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.manual(t, "settlement", limit)
	a := o.ani.Post(t, fmt.Sprintf("/admin/settlements/%d/complete", id), object{"di_transfer_oleh": "Ani transferred settlement 7 (checked); not"})
	asked(t, a)
	a.Is(t, object{"what": fmt.Sprintf(`record that "Ani transferred settlement 7 (checked); not" transferred settlement %d`, id)})
}
