package explanations

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// typesOf returns the types of the entries, without their versions.
func typesOf(t *testing.T, a answer) string {
	t.Helper()
	var types []string
	for i := range a.Envelope["data"].(map[string]any)["entries"].([]any) {
		name := a.Text(t, fmt.Sprintf("entries.%d.type", i))
		types = append(types, name[:strings.LastIndexByte(name, '.')])
	}
	return strings.Join(types, " ")
}

func TestATimelineHasEveryEventOfAPaymentAndAMerchantSeesItsOwn(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewMerchant(t), receiver.New(t), harness.Shared(t).Admin(t)
	created := m.Post(t, "/payments/invoice", object{"amount": 100000, "metadata": object{"callback_url": r.URL}}).Wants(t, 201)
	id := created.Text(t, "transaction.transaction_id")
	harness.Shared(t).Notify(t, "invoice", harness.PaidInvoice(created, t, "pay-1").With("status", "PERHAPS")).Wants(t, 200)
	m.ActInSandbox(t, id, "pay", object{"amount": 150000})
	suspense := ""
	poll.Until(t, "under review", func() bool {
		a := admin.Get(t, "/admin/why/%s", id).Wants(t, 200)
		suspense = a.Text(t, "reasons.0.about")
		return a.Text(t, "reasons.0.code") == "wrong_amount"
	})
	admin.Post(t, "/admin/"+suspense+"/release", object{"reason": "customer agreed"}).Wants(t, 200)
	r.Next(t)

	all := "payment.requested payment.opened notification.refused payment.suspended balance.suspense_received payment.suspense_released payment.paid"
	var a answer
	poll.Until(t, "the whole timeline", func() bool {
		a = admin.Get(t, "/admin/timeline/%s", id).Wants(t, 200)
		types := typesOf(t, a)
		return strings.HasPrefix(types, all) && strings.Contains(types, "balance.suspense_released") && strings.HasSuffix(types, "callback.delivered")
	})
	a.Is(t, object{
		"subject": "transactions/" + id, "client_id": m.ID, "next": nil, "entries.0.kind": "event", "entries.0.actor": fmt.Sprint("client:", m.ID),
		"entries.2.kind": "notification", "entries.2.actor": "provider", "entries.4.kind": "posting", "entries.5.reason": "customer agreed",
	})
	if a.Text(t, "entries.0.request_id") == "" || !strings.HasPrefix(a.Text(t, "entries.5.actor"), "admin:") {
		t.Errorf("%s", a.Body)
	}

	released := object{"reasons.1.amount": 150000, "reasons.1.about": suspense}
	if said := says(t, m, id, "paid", "wrong_amount_released").Is(t, released).Text(t, "reasons.1.text.en"); !strings.Contains(said, "was paid instead of") {
		t.Error(said)
	}

	own := m.Get(t, "/timeline/%s", id).Wants(t, 200)
	want := "payment.requested payment.opened payment.suspended payment.suspense_released payment.paid balance.suspense_released callback.attempted callback.delivered"
	types := strings.Fields(typesOf(t, own))
	slices.Sort(types)
	sorted := strings.Fields(want)
	slices.Sort(sorted)
	if !slices.Equal(types, sorted) {
		t.Errorf("the merchant sees %v", types)
	}
	for _, hidden := range []string{"admin:", "customer agreed", "provider:xendit:clearing", "PERHAPS"} {
		if strings.Contains(string(own.Body), hidden) {
			t.Errorf("the merchant sees %s in %s", hidden, own.Body)
		}
	}

	// Read page by page, it is the same.
	var parts []string
	for after := ""; ; {
		part := admin.Get(t, "/admin/timeline/%s?limit=3&after=%s", id, after).Wants(t, 200)
		parts = append(parts, typesOf(t, part))
		next, more := part.Field(t, "next").(string)
		if !more {
			break
		}
		after = next
	}
	if got := strings.Join(parts, " "); got != typesOf(t, a) || len(parts) < 3 {
		t.Errorf("in parts it is %s", got)
	}
	admin.Get(t, "/admin/timeline/%s?after=x", id).RefusesField(t, "after")
	admin.Get(t, "/admin/timeline/clients-%d", m.ID).RefusesField(t, "id")
	m.Get(t, "/timeline/%s?after=1.", id).RefusesField(t, "after")
	harness.NewMerchant(t).Get(t, "/timeline/%s", id).Refuses(t, 404, "not_found")
}

func TestATimelineOfAPayoutHasItsApprovalAndItsCallback(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewFundedMerchant(t, 100000), receiver.New(t), harness.Shared(t).Admin(t)
	id := fmt.Sprint(m.Withdraw(t, 50000, r.URL))
	admin.Post(t, "/admin/withdrawals/"+id+"/approve", nil).Wants(t, 200)
	poll.Until(t, "sent", func() bool {
		return strings.HasSuffix(typesOf(t, admin.Get(t, "/admin/timeline/withdrawal-%s", id).Wants(t, 200)), "payout.accepted")
	})
	m.Post(t, "/sandbox/withdrawals/"+id+"/complete", nil).Wants(t, 200)
	r.Next(t)
	want := "withdrawal.requested payout.approved payout.submitted payout.accepted"
	var a answer
	poll.Until(t, "completed", func() bool {
		a = admin.Get(t, "/admin/timeline/withdrawal-%s", id).Wants(t, 200)
		return strings.HasPrefix(typesOf(t, a), want) && strings.HasSuffix(typesOf(t, a), "payout.completed callback.attempted callback.delivered")
	})
	own := m.Get(t, "/timeline/withdrawals%s%s", "%2F", id).Wants(t, 200).Is(t, object{"entries.1.actor": "staff", "entries.1.request_id": ""})
	if got := typesOf(t, own); got != "withdrawal.requested payout.approved payout.accepted payout.completed callback.attempted callback.delivered" {
		t.Errorf("the merchant sees %s", got)
	}
	callback := ""
	for i, kind := range strings.Fields(typesOf(t, own)) {
		if kind == "callback.delivered" {
			callback = own.Text(t, fmt.Sprintf("entries.%d.detail.callback_id", i))
		}
	}
	if got := typesOf(t, m.Get(t, "/timeline/%s", callback).Wants(t, 200)); got != "callback.attempted callback.delivered" {
		t.Errorf("the callback's timeline is %s", got)
	}
}
