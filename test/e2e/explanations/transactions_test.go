package explanations

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

func TestAnAdministratorFindsATransactionOfAnyClient(t *testing.T) {
	t.Parallel()
	m, other, admin := harness.NewMerchant(t), harness.NewMerchant(t), harness.Shared(t).Admin(t)
	auditor := harness.Shared(t).AddAdmin(t, "auditor")
	ref := fmt.Sprint("SAMA-", m.ID)
	first := m.OpenInvoice(t, 50000, object{"external_id": ref, "metadata": object{"shop": "a"}})
	second := other.OpenInvoice(t, 60000, object{"external_id": ref})
	third := m.OpenInvoice(t, 70000, object{"external_id": ref + "-3"})

	for query, want := range map[string][]string{
		"external_id=" + ref: {second, first},
		"q=" + ref:           {second, first},
		"q=" + third:         {third},
		"external_id=" + ref + "&status=PENDING&channel=invoice":            {second, first},
		"external_id=" + ref + "&status=PAID":                               {},
		"external_id=" + ref + "&from=2999-01-01":                           {},
		fmt.Sprintf("client_id=%d", m.ID):                                   {third, first},
		fmt.Sprintf("client_id=%d&q=%s", m.ID, ref):                         {third, first},
		fmt.Sprintf("client_id=%d&metadata[shop]=a", m.ID):                  {first},
		fmt.Sprintf("client_id=%d&external_id=%s&q=%s", other.ID, ref, ref): {second},
	} {
		a := auditor.Get(t, "/admin/transactions?%s", query).Wants(t, 200)
		var got []string
		for _, quoted := range a.Column(t, "transaction_id") {
			got = append(got, strings.Trim(quoted, `"`))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s finds %v, not %v", query, got, want)
		}
	}
	// Newest first, and then by the header Link.
	page := admin.Get(t, "/admin/transactions?per_page=1&from=2020-01-01&channel=invoice").Wants(t, 200)
	link := page.Header.Get("Link")
	path, ok := strings.CutSuffix(strings.TrimPrefix(link, "</api/v2"), `>; rel="next"`)
	if !ok {
		t.Fatalf("no link: %q", link)
	}
	next := admin.Get(t, "%s", path).Wants(t, 200)
	if a, b := page.Column(t, "transaction_id"), next.Column(t, "transaction_id"); len(a) != 1 || len(b) != 1 || a[0] == b[0] {
		t.Errorf("%v is followed by %v", a, b)
	}
	for query, field := range map[string]string{
		"metadata[shop]=a": "client_id", "client_id=0": "client_id", "channel=cash": "channel", "from=x": "from", "from=2026-01-02&to=2026-01-01": "to",
		"page=0": "page", "after=x": "after",
	} {
		admin.Get(t, "/admin/transactions?%s", query).RefusesField(t, field)
	}
	admin.Get(t, "/admin/transactions?channel_code=BCA").RefusesField(t, "from")
	overview := admin.Get(t, "/admin/overview?days=7").Wants(t, 200)
	if overview.ID(t, "created") == 0 {
		t.Errorf("no payment is counted: %s", overview.Body)
	}

	one := admin.Get(t, "/admin/transactions/%s", first).Wants(t, 200).Is(t, object{"transaction_id": first, "client_id": m.ID, "external_id": ref})
	if one.Text(t, "invoice_url") == "" {
		t.Error("an open payment has no instructions")
	}
	admin.Get(t, "/admin/transactions/%d", one.ID(t, "id")).Wants(t, 200).Is(t, object{"transaction_id": first})
	admin.Get(t, "/admin/transactions/INV-0-0").Refuses(t, 404, "not_found")
}

func TestTheTimelineOfATransactionSaysWhatItWaitsFor(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	id := m.OpenInvoice(t, 50000, object{})
	waits := object{"subject": "transactions/" + id, "why.subject": "transactions/" + id, "why.waits": true, "why.reasons.0.code": "not_paid"}
	a := admin.Get(t, "/admin/transactions/%s/timeline", id).Wants(t, 200).Is(t, waits)
	row := admin.Get(t, "/admin/transactions/%s", id).Wants(t, 200).ID(t, "id")
	for _, path := range []string{fmt.Sprint("/admin/timeline/", id), fmt.Sprintf("/admin/transactions/%d/timeline", row)} {
		if same := admin.Get(t, "%s", path).Wants(t, 200); string(same.Body) != string(a.Body) {
			t.Errorf("%s answers %s\nnot %s", path, same.Body, a.Body)
		}
	}
	m.Get(t, "/timeline/%s", id).Wants(t, 200).Is(t, waits)
	m.ActInSandbox(t, id, "pay", nil)
	poll.Until(t, "paid", func() bool {
		return admin.Get(t, "/admin/transactions/%s/timeline?limit=1", id).Wants(t, 200).Text(t, "why.status") == "PAID"
	})
	admin.Get(t, "/admin/transactions/%s/timeline?after=x", id).RefusesField(t, "after")
	admin.Get(t, "/admin/transactions/INV-0-0/timeline").Refuses(t, 404, "not_found")

	// Two clients recorded the same transaction_id: the integer ids tell them apart.
	other, name := harness.NewMerchant(t), fmt.Sprint("KASIR-", m.ID)
	for _, c := range []merchant{m, other} {
		recorded := c.Post(t, "/transactions", object{"total": 5000, "transaction_id": name, "status": "LUNAS"}).Wants(t, 201)
		a := admin.Get(t, "/admin/transactions/%d/timeline", recorded.ID(t, "id")).Wants(t, 200)
		a.Is(t, object{"client_id": c.ID, "why.client_id": c.ID, "why.reasons.0.code": "recorded_by_merchant"})
		own := c.Get(t, "/timeline/%s", name).Wants(t, 200).Is(t, object{"client_id": c.ID})
		if typesOf(t, a) != "transaction.recorded" || typesOf(t, own) != "transaction.recorded" {
			t.Errorf("%s\n%s", a.Body, own.Body)
		}
	}
	admin.Get(t, "/admin/timeline/%s", name).Wants(t, 200).Is(t, object{"client_id": other.ID})
}

// A notification that the provider does not answer for 10 minutes, and one that it did not confirm, would take
// too long here, so the test inserts them into the read model.
func TestNotificationsInDoubtAreListed(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, nil)
	m, admin := g.NewMerchant(t), g.Admin(t)
	admin.Get(t, "/admin/payment-reports").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	db, err := sql.Open("postgres", read)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ids := []string{m.OpenInvoice(t, 50_000, nil), m.OpenInvoice(t, 60_000, nil), m.OpenInvoice(t, 70_000, nil)}
	for i, contradiction := range []string{"", "not_confirmed", "not_confirmed"} {
		if _, err := db.ExecContext(t.Context(), `INSERT INTO payment_reports (transaction_id, key, position, client_id, channel, provider_payment_id,
			status, paid_amount, here, contradiction, at) SELECT $1, 'PAID p', position, client_id, channel, 'pay-1', 'PAID', 50000, 'PENDING', $2,
			now() - interval '11 minutes' FROM transactions WHERE transaction_id = $1`, ids[i], contradiction); err != nil {
			t.Fatal(err)
		}
	}
	list := admin.Get(t, "/admin/payment-reports?per_page=2").Wants(t, 200).Is(t, object{
		"0.transaction_id": ids[2], "0.contradiction": "not_confirmed", "0.client_id": m.ID, "0.client_name": "Toko Maju", "1.transaction_id": ids[1],
	})
	list.HasMeta(t, 3, 2, 1, 2)
	next := list.Header.Get("Link")
	after := next[strings.Index(next, "after=")+len("after="):]
	after = after[:strings.IndexAny(after, "&>")]
	admin.Get(t, "/admin/payment-reports?per_page=2&after=%s", after).Wants(t, 200).Is(t, object{"0.transaction_id": ids[0], "0.contradiction": ""})
	subjects := admin.Get(t, "/admin/attention").Wants(t, 200).Column(t, "subject")
	for trouble, count := range map[string]int{"waiting": 1, "contradicted": 2} {
		if path := "payment-reports?trouble=" + trouble; !slices.Contains(subjects, harness.JSON(path)) {
			t.Errorf("attention leads to %v, not to %s", subjects, path)
		} else if n := len(admin.Get(t, "/admin/%s", path).Wants(t, 200).List(t)); n != count {
			t.Errorf("%s lists %d", path, n)
		}
	}
	m.ActInSandbox(t, ids[2], "pay", nil)
	m.AwaitPayment(t, ids[2], "PAID")
	admin.Get(t, "/admin/payment-reports?trouble=contradicted").Wants(t, 200).Is(t, object{"0.transaction_id": ids[1]}).HasMeta(t, 1, 15, 1, 1)
	admin.Get(t, "/admin/payment-reports?trouble=other").RefusesField(t, "trouble")
}
