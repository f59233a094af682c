package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

func TestAWithdrawalIsApprovedForAPersonAndCompleted(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500_000), staff(t, "admin")
	path := fmt.Sprintf("/console/withdrawals/%d", m.Withdraw(t, 50_000, "https://toko.example/withdrawn"))
	admin.get(t, fmt.Sprintf("/console/withdrawals?status=pending&client_id=%d", m.ID)).shows(t, "Rp50.000", "Rows: 1")
	admin.get(t, path).shows(t, "Rp55.000", "Account holder Toko Maju", "BCA", "1234567890", "An administrator is to approve", "Withdrawal requested", "Approve", "Reject")
	staff(t, "support").get(t, path).shows(t, "Rp55.000").hides(t, "It goes to the provider")
	admin.post(t, path+"/approve", url.Values{"manual": {"true"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Processing", "Record the transfer", "Call it failed")
	admin.post(t, path+"/complete", url.Values{}).is(t, 400).says(t, "“Who made the transfer”")
	admin.post(t, path+"/complete", url.Values{"di_transfer_oleh": {"Ani"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Completed", "Ani").hides(t, "Record the transfer")
	admin.post(t, path+"/fail", url.Values{"reason": {"too late"}}).is(t, 400)
	m.HasBalance(t, 445_000, 445_000, 0, 0)
}

// After a restore the provider can have an order that the log lacks.
func TestAnOrderFoundAtTheProviderIsAdopted(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"})
	m, admin := g.NewMerchant(t), newVisitor(t, g)
	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	admin.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	for kind, id := range map[string]int64{
		"withdrawal": m.Withdraw(t, 50_000, harness.CallbackURL),
		"settlement": m.Post(t, "/settlements", object{"jumlah": 50_000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id"),
	} {
		path := fmt.Sprintf("/console/%ss/%d", kind, id)
		admin.get(t, path).hides(t, "Adopt the provider")
		harness.FoundOrder{ID: "disb-" + kind, Kind: kind, ClientID: m.ID, Payout: id, Amount: 50_000}.Put(t, events)
		admin.until(t, path, "Adopt the provider").shows(t, "is not known here", "disb-"+kind, kind+fmt.Sprintf("-%d-%d-", m.ID, id))
		admin.get(t, "/console").shows(t, "Payouts that a report contradicts")
		admin.post(t, path+"/adopt", url.Values{}).is(t, 400)
		admin.post(t, path+"/adopt", url.Values{"provider_id": {"disb-other"}}).is(t, 400)
		admin.post(t, path+"/adopt", url.Values{"provider_id": {"disb-" + kind}}).leadsTo(t, path)
		admin.get(t, path).shows(t, "Completed", "disb-"+kind).hides(t, "Adopt the provider", "is not known here")
	}
	m.HasBalance(t, 390_000, 390_000, 0, 0)
}

// An order that was found but not adopted holds a payout. A person ends such a payout that was approved for a
// transfer by hand.
func TestAHeldPayoutOffersItsEndByHand(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, harness.Settings{"PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"})
	m, admin := g.NewMerchant(t), newVisitor(t, g)
	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	admin.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	id := m.Withdraw(t, 50_000, harness.CallbackURL)
	path := fmt.Sprintf("/console/withdrawals/%d", id)
	harness.FoundOrder{ID: "disb-1", Kind: "withdrawal", ClientID: m.ID, Payout: id, Amount: 50_000}.Put(t, events)
	admin.until(t, path, "Adopt the provider")
	admin.post(t, path+"/approve", url.Values{}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Processing", "Adopt the provider", "Record the transfer", "Call it failed")
}

func TestASettlementIsRejectedWithAReason(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500_000), staff(t, "admin")
	id := m.Post(t, "/settlements", object{"jumlah": 30_000, "tujuan": "gaji", "external_id": "GAJI"}).Wants(t, 201).ID(t, "id")
	path := fmt.Sprintf("/console/settlements/%d", id)
	admin.post(t, path+"/reject", url.Values{"reason": {"wrong account"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Rejected", "wrong account", "gaji")
	m.HasBalance(t, 500_000, 500_000, 0, 0)
	admin.get(t, "/console/settlements/999999999").is(t, 404)
}

func TestMoneyInSuspenseIsReleasedOrRefunded(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	for _, c := range []struct{ act, state string }{{"release", "Released"}, {"refund", "Refunded"}, {"reopen", "Open"}} {
		id := m.OpenInvoice(t, 100_000, nil)
		m.ActInSandbox(t, id, "pay", object{"amount": 150_000})
		path := "/console/suspense/" + fmt.Sprint(suspenseOf(t, m.Gateway, id))
		if why := admin.get(t, "/console/transactions/"+id); !strings.Contains(why.Body, `href="`+path+`"`) {
			t.Errorf("the payment's page does not lead to its money in suspense: %s", why.text())
		}
		admin.get(t, path).shows(t, "Rp100.000", "Rp150.000", "Wrong amount", id).hides(t, "Reopen")
		if c.act == "reopen" {
			admin.post(t, path+"/refund", url.Values{"reason": {"it is not his"}}).leadsTo(t, path)
			admin.get(t, path).shows(t, "Reopen")
		}
		admin.post(t, path+"/"+c.act, url.Values{}).is(t, 400).says(t, "“Reason”: is required")
		admin.post(t, path+"/"+c.act, url.Values{"reason": {"customer agreed"}}).leadsTo(t, path)
		if c.act == "reopen" {
			admin.get(t, path).shows(t, c.state, "Release to the client").hides(t, "Reopen")
			continue
		}
		admin.get(t, path).shows(t, c.state, "customer agreed").hides(t, "Release to the client")
	}
	m.AwaitBalance(t, 145_560)
}

// suspenseOf waits until the money of a payment is in suspense, and returns its id.
func suspenseOf(t *testing.T, g *harness.Gateway, transactionID string) (id int64) {
	t.Helper()
	poll.Until(t, transactionID+" in suspense", func() bool {
		found := g.Admin(t).Get(t, "/admin/suspense?status=open&per_page=100").Wants(t, 200)
		for i, item := range found.List(t) {
			if item.(map[string]any)["transaction_id"] == transactionID {
				id = found.ID(t, fmt.Sprintf("%d.id", i))
			}
		}
		return id != 0
	})
	return id
}

// A second administrator grants what the first one asked for; the first one can't.
func TestASecondAdministratorGrantsOnThePageThatTheFirstIsLedTo(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"DUAL_CONTROL_FROM": "40000"})
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 100_000)
	ani, budi := twoAdmins(t, g)
	withdrawal := fmt.Sprintf("/console/withdrawals/%d", m.Withdraw(t, 50_000, "https://toko.example/withdrawn"))
	path := ani.post(t, withdrawal+"/approve", url.Values{"manual": {"true"}}).leadsBelow(t, "/console/approvals")
	ani.get(t, path).shows(t, "It waits for a second administrator until", "You asked for it").hides(t, "Grant and do it")
	ani.post(t, path+"/grant", nil).is(t, 403)
	budi.get(t, "/console/approvals?status=requested").shows(t, "withdrawal", "Rp50.000")
	budi.post(t, path+"/refuse", url.Values{}).is(t, 400).says(t, "“Reason”: is required")
	budi.post(t, path+"/grant", nil).leadsTo(t, path)
	budi.get(t, path).shows(t, "Done", "Result")
	budi.get(t, withdrawal).shows(t, "Processing", "Record the transfer")

	client := fmt.Sprintf("/console/clients/%d", m.ID)
	ani.post(t, client+"/api-key", url.Values{"name": {"server"}}).shows(t, "sk_live_", "once a second administrator has granted it",
		"See the approval")
}

// twoAdmins logs in as the first administrator of a gateway, and as a second one, whom the first may still add alone.
func twoAdmins(t *testing.T, g *harness.Gateway) (first, second *visitor) {
	t.Helper()
	email := g.NextEmail()
	g.Admin(t).Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": "admin"}).Wants(t, 201)
	first, second = newVisitor(t, g), newVisitor(t, g)
	first.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	second.logIn(t, "/console", email, harness.Password)
	return first, second
}

func TestTheQueueShowsSignsOfRiskAndHowLongEachWaits(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500_000), staff(t, "admin")
	id := m.Withdraw(t, 50_000, harness.CallbackURL)
	path := fmt.Sprintf("/console/withdrawals/%d", id)
	admin.get(t, "/console/withdrawals").shows(t, "Those that wait for a decision")
	admin.get(t, "/console/withdrawals?status=pending").shows(t, "0 minutes", "New account: registered just now · First payout",
		"median of the last 20 completed ones", "block nothing")
	admin.get(t, path).shows(t, "Signs of risk", "First payout", "None of this kind was completed before the request")
	indonesian := http.Header{"Accept-Language": {"id"}}
	admin.send(t, http.MethodGet, path, nil, indonesian).shows(t, "Tanda risiko", "Merchant baru: terdaftar baru saja").hides(t, "First payout")
	v := owner(t, m)
	for range 5 {
		one := m.Post(t, "/settlements", object{"jumlah": 20_000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id")
		admin.post(t, fmt.Sprintf("/console/settlements/%d/approve", one), url.Values{"manual": {"true"}})
	}
	v.get(t, "/portal/settlements/new").shows(t, "Usually decided within 5 minutes")
	waiting := m.Post(t, "/settlements", object{"jumlah": 20_000, "tujuan": "gaji"}).Wants(t, 201).ID(t, "id")
	v.send(t, http.MethodGet, fmt.Sprintf("/portal/settlements/%d", waiting), nil, indonesian).shows(t, "Biasanya diputuskan dalam 5 menit")
}
