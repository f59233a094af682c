package payments

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain/file"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

// A customer disputes a payment; the merchant answers with a file, staff forward it, and the network decides for the merchant.
func TestADisputeIsAnsweredForwardedAndWon(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	support, auditor := g.AddAdmin(t, "support"), g.AddAdmin(t, "auditor")
	payment := m.PayQRIS(t, 100000)
	m.AwaitBalance(t, 99300)
	opened := support.Post(t, "/admin/disputes", harness.Disputed(payment)).Wants(t, 201).Is(t, object{
		"client_id": m.ID, "transaction_id": payment, "amount": 100000, "status": "needs_response", "evidence": nil, "answered_at": nil,
		"reversal_id": nil, "provider_dispute_id": "dsp-" + payment, "connection": "xendit", "channel_code": "QRIS",
	})
	id := opened.ID(t, "id")
	support.Post(t, "/admin/disputes", harness.Disputed(payment)).Wants(t, 201).Is(t, object{"id": id}) // entered twice
	more := harness.NewMerchant(t)
	body, once := harness.Disputed(more.PayQRIS(t, 10000)), support.With("Idempotency-Key", "dispute-"+payment)
	first := once.Post(t, "/admin/disputes", body).Wants(t, 201)
	if again := once.Post(t, "/admin/disputes", body).Wants(t, 201); string(again.Body) != string(first.Body) {
		t.Errorf("%s, then %s", first.Body, again.Body)
	}
	once.Post(t, "/admin/disputes", harness.Disputed(payment)).Refuses(t, 409, "idempotency_key_reused")
	poll.Until(t, "the money is held", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Wants(t, 200).Field(t, "ditahan")) == "100000"
	})
	m.Get(t, "/account/balance").Wants(t, 200).Is(t, object{"saldo": 99300, "saldo_yang_bisa_ditarik": 0, "belum_settle": 0, "piutang": -700})

	path, adminPath := fmt.Sprintf("/disputes/%d", id), fmt.Sprintf("/admin/disputes/%d", id)
	m.Get(t, "/why/disputes-%d", id).Wants(t, 200).Is(t, object{"status": "needs_response", "reasons.0.code": "dispute_unanswered"})
	m.Get(t, "/why/clients-%d", m.ID).Wants(t, 200).Is(t, object{"reasons.0.code": "dispute_unanswered", "reasons.0.about": path[1:]})
	support.Post(t, adminPath+"/forward", nil).Refuses(t, 400, "not_answered")
	draft := harness.PDF("draft")
	replaced := m.Post(t, path+"/evidence", object{"text": "Sent.", "files": []object{{"name": "draft.pdf", "content": draft}}}).
		Wants(t, 200).Text(t, "answers.0.files.0.hash")
	pdf := harness.PDF("signed for")
	answered := m.Post(t, path+"/evidence", object{
		"text": "Delivered.", "files": []object{{"name": "receipt.pdf", "type": "application/pdf", "content": pdf}},
	}).Wants(t, 200).Is(t, object{
		"status": "needs_response", "evidence.text": "Delivered.", "evidence.files.0.name": "receipt.pdf", "evidence.files.0.type": "application/pdf",
		"answers.0.text": "Sent.", "answers.1.text": "Delivered.", "answers.1.answered_by": fmt.Sprint("client:", m.ID),
	})
	hash := answered.Text(t, "evidence.files.0.hash")
	content, _ := base64.StdEncoding.DecodeString(pdf)
	other := harness.NewMerchant(t)
	for at, c := range map[string]harness.Caller{path: m.Caller, adminPath: support} { // the file of an answer that another one replaced
		get, err := c.Send("GET", at+"/files/"+replaced, nil)
		if err != nil || get.Status != 200 || base64.StdEncoding.EncodeToString(get.Body) != draft {
			t.Errorf("%s: %d %s %v", at, get.Status, get.Body, err)
		}
	}
	for name, c := range map[string]struct {
		caller harness.Caller
		path   string
	}{"merchant": {m.Caller, path}, "support": {support, adminPath}, "auditor": {auditor, adminPath}} {
		get, err := c.caller.Send("GET", c.path+"/files/"+hash, nil)
		if err != nil || string(get.Body) != string(content) || get.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(get.Header.Get("Content-Disposition"), "attachment") || get.Header.Get("Content-Type") != "application/pdf" {
			t.Errorf("%s: %d %q %v", name, get.Status, get.Body, get.Header)
		}
	}
	other.Get(t, "%s", path).Refuses(t, 404, "not_found")
	other.Get(t, "%s/files/%s", path, hash).Refuses(t, 404, "not_found")
	other.Post(t, path+"/accept", nil).Refuses(t, 404, "not_found")
	m.Get(t, "%s/files/%s", path, strings.Repeat("0", 64)).Refuses(t, 404, "not_found")

	auditor.Post(t, adminPath+"/forward", nil).Refuses(t, 403, "role_forbidden")
	support.Post(t, adminPath+"/forward", nil).Wants(t, 200).Is(t, object{"status": "under_review", "client_name": "Toko Maju"})
	m.Post(t, path+"/evidence", object{"text": "more"}).Refuses(t, 400, "dispute_closed")
	support.Post(t, adminPath+"/decide", object{"outcome": "won"}).Refuses(t, 403, "role_forbidden")
	admin := g.Admin(t)
	admin.Post(t, adminPath+"/decide", object{"outcome": "draw"}).RefusesField(t, "outcome")
	admin.Post(t, adminPath+"/decide", object{"outcome": "won"}).Wants(t, 200).Is(t, object{"status": "won"})
	admin.Post(t, adminPath+"/decide", object{"outcome": "lost"}).Refuses(t, 400, "dispute_closed")
	poll.Until(t, "the money is back", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Wants(t, 200).Field(t, "ditahan")) == "0"
	})
	m.HasBalance(t, 99300, 99300, 0, 0)
	m.Get(t, "/disputes?status=won").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	m.Get(t, "/disputes?status=lost").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	m.Get(t, "/disputes?order=due").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	m.Get(t, "/disputes?transaction_id=%s", payment).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	support.Get(t, "/admin/disputes?client_id=%d&status=won", m.ID).Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	support.Get(t, "/admin/disputes?client_id=%d", other.ID).Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	for _, found := range []string{fmt.Sprint(id), "dsp-" + payment} {
		for search, c := range map[string]harness.Caller{"/search": m.Caller, "/admin/search": support} {
			names := c.Get(t, search+"?q=%s", found).Wants(t, 200).Column(t, "name")
			if !slices.Contains(names, fmt.Sprintf(`"disputes/%d"`, id)) {
				t.Errorf("%s for %s finds %v", search, found, names)
			}
		}
	}
	m.Get(t, "%s", path).Wants(t, 200).Is(t, object{"status": "won", "evidence.files.0.hash": hash})
	auditor.Get(t, "%s", adminPath).Wants(t, 200).Is(t, object{"status": "won", "opened_by": opened.Text(t, "opened_by")})
	auditor.Get(t, "/admin/disputes?status=won").Wants(t, 200)
	var seen []string
	for _, e := range m.Get(t, "/events").Wants(t, 200).Field(t, "events").([]any) {
		if name := e.(map[string]any)["type"].(string); strings.HasPrefix(name, "dispute.") {
			seen = append(seen, name)
		}
	}
	if fmt.Sprint(seen) != "[dispute.needs_response dispute.under_review dispute.won]" {
		t.Errorf("the feed has %v", seen)
	}
}

// What is held stays held until the provider's deduction, which an administrator splits.
func TestADeductionIsSplitOverDisputes(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	admin := g.Admin(t)
	first, _ := m.Dispute(t, 100000)
	second, _ := m.Dispute(t, 50000)
	won, _ := m.Dispute(t, 10000)
	m.Post(t, fmt.Sprintf("/disputes/%d/accept", first), nil).Wants(t, 200).Is(t, object{"status": "accepted"})
	m.Post(t, fmt.Sprintf("/disputes/%d/accept", first), nil).Wants(t, 200)
	admin.Post(t, fmt.Sprintf("/admin/disputes/%d/decide", second), object{"outcome": "lost"}).Wants(t, 200).Is(t, object{"status": "lost"})
	admin.Post(t, fmt.Sprintf("/admin/disputes/%d/decide", won), object{"outcome": "won"}).Wants(t, 200)
	poll.Until(t, "both are held", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Wants(t, 200).Field(t, "ditahan")) == "150000"
	})
	split := func(amount, ofFirst, ofSecond int64) object {
		return object{"reference": fmt.Sprint("adj-", first), "amount": amount, "disputes": []object{
			{"dispute_id": first, "amount": ofFirst}, {"dispute_id": second, "amount": ofSecond},
		}}
	}
	const path = "/admin/disputes/deductions"
	admin.Post(t, path, split(150000, 100000, 49999)).RefusesField(t, "disputes")
	admin.Post(t, path, split(150001, 100000, 50001)).RefusesField(t, "disputes[1].amount")
	admin.Post(t, path, object{"reference": "x", "amount": 1, "disputes": []object{{"dispute_id": 987654321, "amount": 1}}}).Refuses(t, 404, "not_found")
	admin.Post(t, path, object{"reference": "x", "amount": 1, "disputes": []object{{"dispute_id": won, "amount": 1}}}).Refuses(t, 400, "dispute_closed")
	g.AddAdmin(t, "support").Post(t, path, split(140000, 100000, 40000)).Refuses(t, 403, "role_forbidden")
	for range 2 { // a repetition takes nothing again
		admin.Post(t, path, split(140000, 100000, 40000)).Wants(t, 200).Is(t, object{
			"amount": 140000, "disputes.0.status": "accepted", "disputes.1.reversal_id": fmt.Sprintf("deduction-adj-%d-%d", first, second),
		})
	}
	admin.Post(t, path, object{"reference": "x", "amount": 1, "disputes": []object{{"dispute_id": first, "amount": 1}}}).Refuses(t, 400, "dispute_deducted")
	poll.Until(t, "nothing is held", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Wants(t, 200).Field(t, "ditahan")) == "0"
	})
	m.AwaitBalance(t, 99300+49650+9930-140000)
	admin.Post(t, fmt.Sprintf("/admin/disputes/%d/decide", second), object{"outcome": "won"}).Wants(t, 200)
	m.AwaitBalance(t, 99300+49650+9930-100000)
}

func TestWhatCannotBeDisputedOrAnswered(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	admin := g.Admin(t)
	open := func(transaction string, more object) answer {
		body := harness.Disputed(transaction)
		for name, value := range more {
			body[name] = value
		}
		return admin.Post(t, "/admin/disputes", body)
	}
	unpaid := m.Post(t, "/payments/qris", object{"amount": 50000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	open(unpaid, nil).Refuses(t, 400, "not_paid")
	open("INV-1-1", nil).RefusesField(t, "transaction_id")
	byInvoice := m.OpenInvoice(t, 50000, nil)
	m.ActInSandbox(t, byInvoice, "pay", nil)
	m.AwaitPayment(t, byInvoice, "PAID")
	open(byInvoice, nil).Refuses(t, 400, "not_disputable")
	paid := m.PayQRIS(t, 50000)
	for field, wrong := range map[string]any{
		"due_by": time.Now().Add(-time.Hour).UTC().Format(time.RFC3339), "amount": 50001, "provider_dispute_id": " ", "payment_id": "another",
	} {
		open(paid, object{field: wrong}).RefusesField(t, field)
	}
	open(paid, object{"amount": 0.5}).RefusesField(t, "amount")
	id := open(paid, nil).Wants(t, 201).ID(t, "id")
	open(paid, object{"provider_dispute_id": "another-" + paid}).Refuses(t, 409, "dispute_open")

	path := fmt.Sprintf("/disputes/%d/evidence", id)
	answer := func(name, mediaType, content string) object {
		return object{"files": []object{{"name": name, "type": mediaType, "content": content}}}
	}
	html := base64.StdEncoding.EncodeToString([]byte("<html><script>"))
	large := base64.StdEncoding.EncodeToString(append([]byte("%PDF-1.4"), make([]byte, file.MaxSize)...))
	m.Post(t, path, object{}).RefusesField(t, "text")
	m.Post(t, path, answer("a.pdf", "application/pdf", html)).RefusesField(t, "files[0].content")
	m.Post(t, path, answer("a.png", "image/png", harness.PDF("x"))).RefusesField(t, "files[0].type")
	m.Post(t, path, answer("a.svg", "image/svg+xml", harness.PDF("x"))).RefusesField(t, "files[0].type")
	m.Post(t, path, answer("a.pdf", "application/pdf", "!")).RefusesField(t, "files[0].content")
	m.Post(t, path, answer("a.pdf", "application/pdf", large)).RefusesField(t, "files[0].content")
	two := base64.StdEncoding.EncodeToString(append(append([]byte("%PDF-1.4"), make([]byte, file.MaxSize-100)...), "%%EOF"...))
	hash := m.Post(t, path, object{"files": []object{{"name": "a.html", "content": two}, {"name": "b", "content": two}}}).Wants(t, 200).
		Text(t, "evidence.files.0.hash")
	get, err := m.Send("GET", fmt.Sprintf("/disputes/%d/files/%s", id, hash), nil)
	if saved := get.Header.Get("Content-Disposition"); err != nil || saved != "attachment; filename=a.html.pdf" {
		t.Errorf("a PDF that is called a web page is saved as %q: %v", saved, err)
	}
	for range 9 {
		m.Post(t, path, object{"text": "again"}).Wants(t, 200)
	}
	m.Post(t, path, object{"text": "again"}).Refuses(t, 400, "too_many_answers")

	gone := m.PayQRIS(t, 20000)
	taken := open(gone, nil).Wants(t, 201).ID(t, "id")
	admin.Post(t, "/admin/disputes/deductions", object{
		"reference": "all-" + gone, "amount": 20000, "disputes": []object{{"dispute_id": taken, "amount": 20000}},
	}).Wants(t, 200)
	admin.Post(t, fmt.Sprintf("/admin/disputes/%d/decide", taken), object{"outcome": "lost"}).Wants(t, 200)
	open(gone, object{"provider_dispute_id": "more-" + gone}).Refuses(t, 400, "nothing_left")
}

func TestAnAnswerThatComesTooLateDoesNotCount(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	due := time.Now().Add(5 * time.Second)
	open := func() int64 {
		body := harness.Disputed(m.PayQRIS(t, 50000))
		body["due_by"] = due.UTC().Format(time.RFC3339Nano)
		return g.Admin(t).Post(t, "/admin/disputes", body).Wants(t, 201).ID(t, "id")
	}
	silent := open()
	answered := fmt.Sprintf("/disputes/%d", open())
	m.Post(t, answered+"/evidence", object{"text": "sent"}).Wants(t, 200)
	poll.Until(t, "it is due", func() bool { return time.Now().After(due) })
	m.Post(t, answered+"/accept", nil).Refuses(t, 400, "dispute_due")
	poll.Until(t, "the other one expires", func() bool {
		return m.Get(t, "/disputes/%d", silent).Wants(t, 200).Text(t, "status") == "expired"
	})
	m.Get(t, "%s", answered).Wants(t, 200).Is(t, object{"status": "needs_response"})
}

func TestAPaymentHasSoManyDisputes(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	body := harness.Disputed(m.PayQRIS(t, 10000))
	for n := range 20 {
		body["provider_dispute_id"] = fmt.Sprint(n)
		id := admin.Post(t, "/admin/disputes", body).Wants(t, 201).ID(t, "id")
		admin.Post(t, fmt.Sprintf("/admin/disputes/%d/decide", id), object{"outcome": "won"}).Wants(t, 200)
	}
	body["provider_dispute_id"] = "one more"
	admin.Post(t, "/admin/disputes", body).Refuses(t, 400, "too_many_disputes")
}

// disputeNews is the provider's notification of a dispute.
func disputeNews(event, id, paymentID, transactionID string) object {
	return object{"event": "dispute." + event, "business_id": "b", "data": object{
		"id": id, "payment_id": paymentID, "reference_id": transactionID, "status": strings.ToUpper(event), "amount": 40000, "reason": "FRAUD",
	}}
}

func TestTheProviderTellsOfADispute(t *testing.T) {
	t.Parallel()
	g, m := harness.Shared(t), harness.NewMerchant(t)
	payment := m.PayQRIS(t, 50000)
	for range 2 { // the provider repeats itself
		g.Notify(t, "dispute", disputeNews("action_required", "d1-"+payment, "unknown", payment)).Wants(t, 200)
	}
	poll.Until(t, "it is listed", func() bool { return len(m.Get(t, "/disputes").Wants(t, 200).List(t)) > 0 })
	list := m.Get(t, "/disputes").Wants(t, 200)
	list.HasMeta(t, 1, 15, 1, 1)
	list.Is(t, object{"0.transaction_id": payment, "0.amount": 40000, "0.reason": "FRAUD", "0.status": "needs_response"})
	path := "/disputes/" + list.Column(t, "id")[0]
	for _, told := range []struct{ event, status string }{
		{"under_review", "under_review"}, {"lost", "lost"}, {"under_review", "lost"}, {"won", "won"}, {"lost", "won"},
	} {
		g.Notify(t, "dispute", disputeNews(told.event, "d1-"+payment, "", payment)).Wants(t, 200)
		poll.Until(t, told.status, func() bool { return m.Get(t, "%s", path).Wants(t, 200).Text(t, "status") == told.status })
	}
	m.Get(t, "%s", path).Wants(t, 200).Is(t, object{"status": "won"})
	g.Notify(t, "dispute", disputeNews("lost", "d2-"+payment, "", payment)).Wants(t, 200) // the first news of another one
	poll.Until(t, "it is lost", func() bool { return len(m.Get(t, "/disputes?status=lost").Wants(t, 200).List(t)) == 1 })
	g.Notify(t, "dispute", disputeNews("lost", "d3", "", "INV-1-1")).Wants(t, 200) // not ours: it is recorded
	g.Notify(t, "dispute", object{"event": "dispute.noted"}).Wants(t, 200)
}
