package console

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
)

// entered is the form of a dispute of the payment, as staff fill it in.
func entered(payment, amount string) url.Values {
	due := time.Now().In(calendar.Calendar{}.Zone()).Add(72 * time.Hour).Format("2006-01-02T15:04")
	return url.Values{
		"transaction_id": {payment}, "provider_dispute_id": {"net-" + payment}, "due_by": {due}, "amount": {amount}, "reason": {"FRAUD"},
	}
}

func TestStaffEnterForwardAndDecideADispute(t *testing.T) {
	t.Parallel()
	m, support := harness.NewMerchant(t), staff(t, "support")
	payment := m.PayQRIS(t, 100_000)
	support.get(t, "/console/disputes").leadsFurther(t, "Enter a dispute")
	support.post(t, "/console/disputes/new", url.Values{"transaction_id": {payment}}).is(t, 400).says(t, "“Provider's id of the dispute”", "“Answer by”")
	support.post(t, "/console/disputes/new", entered("INV-1-1", "")).is(t, 400).says(t, "“Transaction id of the payment”: is of no payment")
	support.post(t, "/console/disputes/new", entered(payment, "many")).is(t, 400).says(t, "“Disputed amount”")
	support.post(t, "/console/disputes/new", entered(payment, "")).shows(t, "all that is left, at most Rp100.000")
	form := entered(payment, "60.000")
	support.post(t, "/console/disputes/new", form).shows(t, "Hold Rp60.000 from the client's balance?", "Nothing happened yet", "Yes, hold Rp60.000", "Toko Maju")
	if open := m.Get(t, "/disputes").Wants(t, 200).List(t); len(open) != 0 {
		t.Fatalf("the first step opened %v", open)
	}
	form.Set("sure", "true")
	form.Set("idempotency_key", "enter-"+payment)
	path := support.post(t, "/console/disputes/new", form).leadsBelow(t, "/console/disputes")
	if again := support.post(t, "/console/disputes/new", form).leadsBelow(t, "/console/disputes"); again != path {
		t.Errorf("the form was sent twice, and opened %s and %s", path, again)
	}
	support.get(t, path).shows(t, "Needs a response", "Held now Rp60.000", "FRAUD", "net-"+payment, "2 days left", "The client answers or accepts").
		hides(t, "The answer was forwarded")
	id := m.Get(t, "/disputes").Wants(t, 200).Column(t, "id")[0]
	answered := m.Post(t, "/disputes/"+id+"/evidence", object{
		"text": "Sent by courier.", "files": []object{{"name": "waybill.pdf", "content": harness.PDF("waybill")}},
	}).Wants(t, 200)
	shown := support.get(t, path).shows(t, "Sent by courier.", "Send the last answer to the network", "Rp60.000 stays held")
	if file := support.get(t, linkTo(t, shown, "waybill.pdf")).is(t, 200); file.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the file came as %v", file.Header)
	}
	auditor := staff(t, "auditor")
	auditor.get(t, path).shows(t, "Sent by courier.").hides(t, "The answer was forwarded", "The network decided")
	auditor.get(t, path+"/files/"+answered.Text(t, "evidence.files.0.hash")).is(t, 200)
	auditor.post(t, path+"/forward", nil).is(t, 403)
	support.post(t, path+"/forward", nil).leadsTo(t, path)
	const back = "The Rp60.000 that is held goes back to the client's balance"
	support.get(t, path).shows(t, "Under review").hides(t, "The answer was forwarded", back)
	support.post(t, path+"/decide", url.Values{"outcome": {"won"}, "confirm": {"true"}}).is(t, 403)
	admin := staff(t, "admin")
	admin.get(t, path).shows(t, back)
	admin.post(t, path+"/decide", url.Values{"outcome": {"won"}}).is(t, 400)
	admin.post(t, path+"/decide", url.Values{"outcome": {"won"}, "confirm": {"true"}}).leadsTo(t, path)
	support.get(t, path).shows(t, "Won", "Held now Rp0").hides(t, "The network decided for the customer This")
	support.get(t, "/console/transactions/"+payment).shows(t, "Disputes of this payment", "Won", "The money of a dispute is held", "The network has the answer")
	of := fmt.Sprintf("/console/disputes?client_id=%d", m.ID)
	support.get(t, of).shows(t, "Rows: 1", "Toko Maju")
	support.get(t, of+"&status=lost").hides(t, payment)
	support.get(t, "/console/search?q=net-"+payment).leadsFurther(t, id)
}

func TestADisputeThatIsDueSoonIsAmongWhatNeedsAPerson(t *testing.T) {
	t.Parallel()
	m, support := harness.NewMerchant(t), staff(t, "support")
	id, payment := m.Dispute(t, 30_000)
	support.get(t, "/console").leadsFurther(t, "Disputes that are due soon")
	support.get(t, "/console/disputes?order=due").shows(t, payment, fmt.Sprint(id))
}

func TestADeductionIsSplitOverDisputesInTheConsole(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"DUAL_CONTROL_FROM": "40000"})
	m := g.NewMerchant(t)
	first, second := twoAdmins(t, g)
	const path = "/console/disputes/deductions"
	first.get(t, path).shows(t, "No dispute waits for a deduction")
	lost, _ := m.Dispute(t, 100_000)
	taken, _ := m.Dispute(t, 50_000)
	g.Admin(t).Post(t, fmt.Sprintf("/admin/disputes/%d/decide", lost), object{"outcome": "lost"}).Wants(t, 200)
	m.Post(t, fmt.Sprintf("/disputes/%d/accept", taken), nil).Wants(t, 200)
	first.get(t, path).shows(t, fmt.Sprintf("Dispute %d, ", lost), "Rp100.000 is held", "Rp50.000 is held")
	form := url.Values{
		"reference": {"adj-2026-11"}, "amount": {"140.000"}, fmt.Sprint("part-", lost): {"100.000"}, fmt.Sprint("part-", taken): {"50.000"},
	}
	first.post(t, path, form).is(t, 400).says(t, "“Amount of the deduction”: the parts add up to Rp150.000, not to Rp140.000")
	form.Set(fmt.Sprint("part-", taken), "40.000")
	first.post(t, path, form).shows(t, "Split Rp140.000?", "Nothing happened yet", "Rp100.000", "Rp40.000", "Yes, split Rp140.000")
	form.Set("sure", "true")
	approval := first.post(t, path, form).leadsBelow(t, "/console/approvals")
	m.Get(t, "/disputes/%d", lost).Wants(t, 200).Is(t, object{"reversal_id": nil})
	second.get(t, approval).shows(t, "adj-2026-11", "140000")
	second.post(t, approval+"/grant", nil).leadsTo(t, approval)
	dispute := fmt.Sprint("/console/disputes/", lost)
	second.until(t, dispute, "Held now Rp0").shows(t, "deduction-adj-2026-11", "The provider took the money", "What was taken of the Rp100.000 goes back")
	first.get(t, path).shows(t, "No dispute waits for a deduction")
}
