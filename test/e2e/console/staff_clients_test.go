package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAnAdministratorReviewsARegistration(t *testing.T) {
	t.Parallel()
	m, admin := harness.Shared(t).Register(t), staff(t, "admin")
	path := fmt.Sprintf("/console/clients/%d", m.ID)
	admin.get(t, "/console/clients?status=pending").shows(t, m.Email)
	admin.get(t, path).shows(t, m.Email, "Approve the client", "Reject the registration").hides(t, "Suspend the client")
	admin.post(t, path+"/reject", url.Values{}).is(t, 400).says(t, "“Reason”: is required")
	admin.post(t, path+"/approve", url.Values{"reason": {"papers seen"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Approved", "Suspend the client").hides(t, "Approve the client")
	admin.post(t, path+"/suspend", url.Values{"reason": {"fraud"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Suspended", "Reactivate the client")
	admin.post(t, path+"/reactivate", nil).leadsTo(t, path)
	admin.get(t, "/console/clients/999999999").is(t, 404)
}

func TestSupportReadsAClientAndDecidesNothing(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 250_000)
	path := fmt.Sprintf("/console/clients/%d", m.ID)
	m.Withdraw(t, 50_000, "https://toko.example/withdrawn")
	page := staff(t, "support").get(t, path).shows(t, m.Email, "Rp250.000", "Rp195.000", "Rp55.000", "Latest withdrawals", "Pending")
	page.hides(t, "Suspend the client", "Correct the balance", "Account settings")
	if of := fmt.Sprintf("/console/withdrawals?client_id=%d", m.ID); !strings.Contains(page.Body, of) {
		t.Errorf("no link to %s", of)
	}
}

func TestAnAdministratorSetsAnAccountAndCorrectsABalance(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 100_000), staff(t, "admin")
	path := fmt.Sprintf("/console/clients/%d", m.ID)
	admin.post(t, path+"/settings", url.Values{"is_auto_approve_withdrawal": {"true"}, "daily_payout_cap": {"Rp50.000.000"}, "reason": {"asked for"}}).leadsTo(t, path)
	api := m.Gateway.Admin(t)
	api.Get(t, "/admin/clients/%d", m.ID).Wants(t, 200).Is(t, object{"is_auto_approve_withdrawal": true, "daily_payout_cap": 50_000_000})
	admin.get(t, path).shows(t, "Rp50.000.000").hasField(t, "daily_payout_cap", "Rp50.000.000")
	admin.post(t, path+"/settings", url.Values{"daily_payout_cap": {""}, "reason": {"taken back"}}).leadsTo(t, path)
	api.Get(t, "/admin/clients/%d", m.ID).Wants(t, 200).Is(t, object{"is_auto_approve_withdrawal": false, "daily_payout_cap": nil})
	admin.post(t, path+"/settings", url.Values{"daily_payout_cap": {"many"}, "reason": {"more"}}).is(t, 400).hasField(t, "daily_payout_cap", "many")

	admin.post(t, path+"/adjust", url.Values{"amount": {"-25.000"}, "reason": {"paid twice"}}).leadsTo(t, path)
	m.HasBalance(t, 75_000, 75_000, 0, 0)
	refused := admin.post(t, path+"/adjust", url.Values{"amount": {"-75.001"}, "reason": {"paid twice"}}).is(t, 400)
	refused.hasField(t, "amount", "-75.001")
	if strings.Count(refused.Body, `value="paid twice"`) != 1 {
		t.Error("another form of the page has the reason of the one that was sent")
	}
	m.HasBalance(t, 75_000, 75_000, 0, 0)
}

func TestAKeyAndAResetLinkAreShownOnce(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	path := fmt.Sprintf("/console/clients/%d", m.ID)
	issued := admin.post(t, path+"/api-key", url.Values{"name": {"server"}, "allow": {"127.0.0.1\n::1"}}).shows(t, "sk_live_",
		"only this once")
	key := issued.Body[strings.Index(issued.Body, "sk_live_"):][:len("sk_live_")+48]
	if strings.Contains(issued.Body, "live.js") {
		t.Error("the page that shows the key once asks for itself again, and would lose it")
	}
	m.Gateway.Anonymous().With("X-API-Key", key).Get(t, "/account").Wants(t, 200)
	admin.get(t, path+"/access").shows(t, "End all access").hides(t, key)
	admin.post(t, path+"/api-key", url.Values{"name": {"server"}, "allow": {"everywhere"}}).is(t, 400).says(t, "“Allowed addresses”")
	admin.post(t, path+"/reset-link", url.Values{"reason": {"forgot it"}}).shows(t, "/portal/password?token=", "only this once")
	admin.post(t, path+"/end-access", url.Values{"reason": {"stolen"}}).leadsTo(t, path)
	m.Gateway.Anonymous().With("X-API-Key", key).Get(t, "/account").Wants(t, 401)
}

func TestAnAppGetsARateOfItsOwn(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	path := fmt.Sprintf("/console/clients/%d", m.ID)
	admin.post(t, path+"/add-app", url.Values{"name": {"Kasir"}, "kode": {"KSR"}}).leadsTo(t, path+"/apps")
	id := m.Gateway.Admin(t).Get(t, "/admin/clients/%d/apps", m.ID).Wants(t, 200).ID(t, "1.id")
	rate := url.Values{"app_id": {fmt.Sprint(id)}, "channel_code": {"qris"}, "percent": {"0,55"}, "reason": {"by contract"}}
	admin.post(t, path+"/app-fee", rate).leadsTo(t, path+"/apps")
	admin.get(t, path+"/apps").shows(t, "Kasir", "KSR", "QRIS", "0,55 %")
	rate.Set("percent", "half")
	admin.post(t, path+"/app-fee", rate).is(t, 400).says(t, "“Percentage”")
	rate.Del("percent")
	admin.post(t, path+"/app-fee", rate).is(t, 400).says(t, "“Flat part (rupiah)”")
}

// hasField checks that the page has an input with a value.
func (a answered) hasField(t *testing.T, name, value string) answered {
	t.Helper()
	if want := fmt.Sprintf(`name="%s" type="text" value="%s"`, name, value); !strings.Contains(a.Body, want) {
		t.Errorf("the page has no %s:\n%s", want, a.Body)
	}
	return a
}
