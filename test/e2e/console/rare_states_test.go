package console

import (
	"database/sql"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/domain/payment"
	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

// rareGateway is a gateway that holds credits of QRIS, and on which no attempt of a payout is under way for
// long. root is its first administrator.
func rareGateway(t *testing.T) (g *harness.Gateway, root *visitor, readModels *sql.DB) {
	t.Helper()
	events, read := migrated.Pair(t)
	g = harness.StartOn(t, events, read, harness.Settings{
		"PROVIDER_TIMEOUT": "300ms", "PAYOUT_ATTEMPT_MARGIN": "200ms", "HOLD_UNTIL_SETTLED": "QRIS",
	})
	root = newVisitor(t, g)
	root.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	readModels, err := sql.Open("postgres", read)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = readModels.Close() })
	return g, root, readModels
}

// until reloads a page until it shows a text.
func (v *visitor) until(t *testing.T, path, text string) (page answered) {
	t.Helper()
	poll.Until(t, path+" says "+text, func() bool {
		page = v.get(t, path)
		return strings.Contains(page.text(), text)
	})
	return page
}

// leadsFurther checks for a link with this text, and returns its path.
func (a answered) leadsFurther(t *testing.T, text string) string {
	t.Helper()
	for _, link := range regexp.MustCompile(`(?s)<a href="([^"]+)"[^>]*>(.*?)</a>`).FindAllStringSubmatch(a.Body, -1) {
		if strings.Contains(answered{Body: link[2]}.text(), text) {
			return strings.ReplaceAll(link[1], "&amp;", "&")
		}
	}
	t.Fatalf("no link says %q:\n%s", text, a.text())
	return ""
}

func TestAnUnknownPayoutIsFoundAndEndedByAPerson(t *testing.T) {
	t.Parallel()
	g, root, _ := rareGateway(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 2_000_000)
	path := fmt.Sprintf("/console/withdrawals/%d", m.Withdraw(t, 1_013_404, harness.CallbackURL)) // the provider loses it
	root.post(t, path+"/approve", nil).leadsTo(t, path)
	list := root.until(t, "/console", "Payouts of unknown outcome").leadsFurther(t, "Payouts of unknown outcome")
	root.get(t, list).shows(t, "Unknown", "Rp1.013.404")
	root.get(t, path).shows(t, "The outcome at the provider is not known", "Record the transfer", "Call it failed")
	root.post(t, path+"/complete", url.Values{"di_transfer_oleh": {""}}).is(t, 400)
	poll.Until(t, "the transfer is recorded", func() bool {
		return root.post(t, path+"/complete", url.Values{"di_transfer_oleh": {"Ani"}}).Status == 303
	})
	root.get(t, path).shows(t, "Completed", "Ani").hides(t, "Record the transfer", "is not known")
	root.get(t, "/console").hides(t, "Payouts of unknown outcome")
	m.HasBalance(t, 2_000_000-1_013_404-5_000, 2_000_000-1_013_404-5_000, 0, 0)
}

func TestAContradictedPayoutSaysWhatContradictsIt(t *testing.T) {
	t.Parallel()
	g, root, _ := rareGateway(t)
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	id := m.Withdraw(t, 50_000, harness.CallbackURL)
	path := fmt.Sprintf("/console/withdrawals/%d", id)
	root.post(t, path+"/approve", nil).leadsTo(t, path)
	payout := func() harness.Answer { return g.Admin(t).Get(t, "/admin/withdrawals/%d", id).Wants(t, 200) }
	poll.Until(t, "the provider has it", func() bool { return payout().Field(t, "provider_id") != "" })
	g.Notify(t, "disbursement", object{
		"id": "foreign", "external_id": payout().Text(t, "reference"), "user_id": "u", "amount": 50_000, "bank_code": "BCA",
		"status": "COMPLETED", "created": "2026-01-02T03:04:05Z", "updated": "2026-01-02T03:04:06Z",
	}).Wants(t, 200)
	list := root.until(t, "/console", "Payouts that a report contradicts").leadsFurther(t, "Payouts that a report contradicts")
	root.get(t, list).shows(t, "Processing · Contradicted")
	root.get(t, path).shows(t, "A report of the provider does not fit this payout", "another id of the provider").hides(t, "Record the transfer")
}

func TestAHeldCreditIsFreedOnThePageOfItsPayment(t *testing.T) {
	t.Parallel()
	g, root, _ := rareGateway(t)
	m := g.NewMerchant(t)
	id := m.Post(t, "/payments/qris", object{"amount": 100_000}).Wants(t, 201).Text(t, "transaction.transaction_id")
	path := "/console/transactions/" + id
	root.get(t, path).shows(t, "The customer has not paid Rp100.000").hides(t, "End the hold")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitBalance(t, 99_300)
	m.HasBalance(t, 99_300, 0, 0, 99_300)
	root.until(t, path, "End the hold")
	root.post(t, path+"/end-hold", url.Values{}).is(t, 400).says(t, "Reason")
	root.post(t, path+"/end-hold", url.Values{"reason": {"the provider confirmed it"}}).leadsTo(t, path)
	poll.Until(t, "the credit can be withdrawn", func() bool {
		return harness.JSON(m.Get(t, "/account/balance").Wants(t, 200).Field(t, "saldo_yang_bisa_ditarik")) == "99300"
	})
	root.get(t, path).shows(t, "the provider confirmed it").hides(t, "End the hold")
	root.post(t, path+"/end-hold", url.Values{"reason": {"again"}}).is(t, 400)
}

// A credit that can't be posted parks its client. The overview says so and links to the client, to the blocking
// event and to what waits for it.
func TestAParkedClientIsInTheListOfWhatNeedsAPerson(t *testing.T) {
	t.Parallel()
	g, root, _ := rareGateway(t)
	m := g.NewMerchant(t)
	g.Poison(t, payment.Stream(fmt.Sprintf("INV-%d-1700000000000000001", m.ID)), "payment.reversed.v9", fmt.Sprintf(`{"client_id":%d}`, m.ID))
	overview := root.until(t, "/console", "Parked clients")
	overview.shows(t, "Urgent", fmt.Sprintf("client %d", m.ID))
	root.get(t, overview.leadsFurther(t, "Parked clients")).shows(t, m.Email)
}

// A read model that can't apply an event halts. The overview links to it, and its page links to the event. A
// rebuilt one takes its place and has the event's row.
func TestAHaltedReadModelIsMendedByBuildingItAnew(t *testing.T) {
	t.Parallel()
	g, root, readModels := rareGateway(t)
	m := g.NewMerchant(t)
	recorded := func(total int) { m.Post(t, "/transactions", object{"total": total}) }
	recorded(1_000)
	run(t, readModels, `ALTER TABLE transactions ADD CONSTRAINT poison CHECK (total <> 66666)`)
	recorded(66_666)
	list := root.until(t, "/console", "Read models that halted").leadsFurther(t, "Read models that halted")
	if list != "/console/projections/transactions" {
		t.Errorf("the overview leads to %s", list)
	}
	page := root.get(t, list).shows(t, "Halted", "it can't apply this event", "transaction.recorded.v1")
	root.get(t, page.leadsFurther(t, "transaction.recorded.v1")).shows(t, "66666")
	root.get(t, "/console/projections").shows(t, "Halted", "transaction.recorded.v1")
	of := fmt.Sprintf("/console/transactions?client_id=%d", m.ID)
	root.get(t, of).shows(t, "Rp1.000").hides(t, "Rp66.666")

	root.post(t, list+"/rebuild", nil).leadsTo(t, list)
	root.until(t, list, "Take the last swap back")
	root.until(t, list, "Live")
	root.get(t, of).shows(t, "Rp1.000", "Rp66.666")
	root.get(t, "/console").hides(t, "Read models that halted")
}

func run(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
