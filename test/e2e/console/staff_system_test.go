package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

func TestFeesAndBanksAreChangedOnTheirPages(t *testing.T) {
	t.Parallel()
	admin := staff(t, "admin")
	admin.post(t, "/console/fees/SAHABAT_SAMPOERNA/change", url.Values{"flat": {"Rp4.000"}, "percent": {"0,25"}, "reason": {"new price"}}).leadsTo(t,
		"/console/fees/SAHABAT_SAMPOERNA")
	admin.get(t, "/console/fees/SAHABAT_SAMPOERNA").shows(t, "Rp4.000", "0,25 %").hasField(t, "percent", "0,25")
	admin.get(t, "/console/fees").shows(t, "SAHABAT_SAMPOERNA", "TRANSFER")
	admin.get(t, "/console/fees/NONE").is(t, 404)
	free := url.Values{"flat": {"Rp0"}, "percent": {"0,5"}, "reason": {"as the page shows it"}}
	admin.post(t, "/console/fees/BNC/change", free).leadsTo(t, "/console/fees/BNC")
	admin.get(t, "/console/fees/BNC").shows(t, "Rp0", "0,5 %").hasField(t, "flat", "Rp0")
	staff(t, "auditor").get(t, "/console/fees/QRIS").shows(t, "QRIS").hides(t, "Change the fee")
	admin.get(t, "/console/banks/NONE").is(t, 404)
}

// To close a bank, a person must confirm to have read the consequences, and give a reason.
func TestABankIsClosedForAReasonAndAfterAWarning(t *testing.T) {
	t.Parallel()
	m, admin, path := harness.NewFundedMerchant(t, 100_000), staff(t, "admin"), "/console/banks/HSBC"
	admin.get(t, path).shows(t, "Close the bank", "Those that wait for approval stay", "I have read what it does", "Pending withdrawals")
	admin.post(t, path+"/close", url.Values{"reason": {"down"}}).is(t, 400).says(t, "“I have read what it does”: is required")
	admin.post(t, path+"/close", url.Values{"reason": {" "}, "confirm": {"true"}}).is(t, 400).says(t, "“Reason”: is required")
	m.Put(t, "/account", object{"norek": "1234567890", "bank": "HSBC"}).Wants(t, 200)
	pending := fmt.Sprintf("/console/withdrawals/%d", m.Withdraw(t, 20_000, harness.CallbackURL))

	admin.post(t, path+"/close", url.Values{"reason": {"down since noon"}, "confirm": {"true"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Inactive", "Open the bank")
	admin.get(t, "/console/audit-log?subject=bank-channels/HSBC").shows(t, "down since noon")
	m.Post(t, "/settlements", object{"jumlah": 20_000, "tujuan": "gaji"}).Refuses(t, 400, "invalid_field")
	admin.post(t, pending+"/approve", url.Values{"manual": {"true"}}).leadsTo(t, pending)
	admin.post(t, path+"/open", url.Values{}).is(t, 400).says(t, "“Reason”: is required")
	admin.post(t, path+"/open", url.Values{"reason": {"up again"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Active", "Close the bank")
}

// A person who changes what others pay or may do must give a reason.
func TestFormsThatChangeTermsOrAccessDemandAReason(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), staff(t, "admin")
	clerk := "/console/admins/" + idOf(t, harness.Shared(t), addStaff(t, "support"))
	client := fmt.Sprintf("/console/clients/%d", m.ID)
	for path, form := range map[string]url.Values{
		"/console/fees/QRIS/change": {"percent": {"0,9"}},
		client + "/settings":        {"is_auto_approve_withdrawal": {"true"}},
		client + "/app-fee":         {"app_id": {"1"}, "channel_code": {"QRIS"}, "percent": {"0,9"}},
		client + "/adjust":          {"amount": {"1.000"}},
		client + "/suspend":         {},
		client + "/end-access":      {},
		client + "/reset-link":      {},
		clerk + "/role":             {"role": {"auditor"}},
		clerk + "/disable":          {},
		clerk + "/reset-password":   {},
	} {
		admin.post(t, path, form).is(t, 400).says(t, "“Reason”: is required")
	}
}

// addStaff adds an administrator with the role, and returns the address.
func addStaff(t *testing.T, role string) (email string) {
	t.Helper()
	g := harness.Shared(t)
	email = g.NextEmail()
	g.Admin(t).Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": role}).Wants(t, 201)
	return email
}

func TestAnEntryOfTheTreasuryIsMadeOnce(t *testing.T) {
	t.Parallel()
	admin := staff(t, "admin")
	reference := "BCA " + harness.Shared(t).NextEmail()
	entry := url.Values{"kind": {"top_up"}, "amount": {"1.000.000"}, "reference": {reference}, "note": {"float"}, "value_date": {"2026-01-31"}}
	admin.post(t, "/console/treasury/new", entry).leadsTo(t, "/console/treasury")
	admin.get(t, "/console/treasury").shows(t, reference, "Rp1.000.000", "Top-up of the provider")
	admin.post(t, "/console/treasury/new", entry).is(t, 400).hasField(t, "reference", reference)
	staff(t, "auditor").get(t, "/console/treasury").shows(t, reference).hides(t, "Enter a movement")
}

func TestAnAdministratorIsAddedMovedResetAndDisabled(t *testing.T) {
	t.Parallel()
	g, admin := harness.Shared(t), staff(t, "admin")
	email := g.NextEmail()
	form := url.Values{"email": {email}, "password": {harness.Password}, "role": {"support"}}
	admin.post(t, "/console/admins", form).leadsTo(t, "/console/admins")
	admin.post(t, "/console/admins", form).is(t, 409)
	admin.get(t, "/console/admins").shows(t, email)
	clerk := newVisitor(t, g)
	clerk.logIn(t, "/console", email, harness.Password)
	path := "/console/admins/" + idOf(t, g, email)
	clerk.get(t, path).is(t, 403)
	admin.post(t, path+"/role", url.Values{"role": {"auditor"}, "reason": {"moved"}}).leadsTo(t, path)
	clerk.get(t, "/console").leadsTo(t, "/console/login")
	admin.post(t, path+"/reset-password", url.Values{"reason": {"lost it"}}).shows(t, "New password", "only this once")
	admin.post(t, path+"/disable", url.Values{"reason": {"left"}}).leadsTo(t, path)
	admin.get(t, path).shows(t, "Disabled", "Enable", "Auditor")
	admin.post(t, path+"/enable", url.Values{"reason": {"back"}}).leadsTo(t, path)
}

// idOf is the id of the administrator with the address.
func idOf(t *testing.T, g *harness.Gateway, email string) string {
	t.Helper()
	found := g.Admin(t).Get(t, "/admin/admins").Wants(t, 200)
	for i, one := range found.List(t) {
		if one.(map[string]any)["email"] == email {
			return fmt.Sprint(found.ID(t, fmt.Sprintf("%d.id", i)))
		}
	}
	t.Fatalf("no administrator %s", email)
	return ""
}

func TestStaffLookAfterTheirOwnLogin(t *testing.T) {
	t.Parallel()
	v := staff(t, "auditor")
	v.get(t, "/console/security").shows(t, "Change the password", "There is no second factor yet", "Open sessions")
	v.post(t, "/console/security/totp", url.Values{"current_password": {harness.Password}}).shows(t, "Scan", "Enter the first code")
	v.post(t, "/console/security/confirm", url.Values{"code": {"000000"}}).says(t, "Enter the first code")
	v.post(t, "/console/security/password", url.Values{"current_password": {"wrong-password"}, "password": {"rahasia-456"}}).hides(t, "Saved")
	v.post(t, "/console/security/password", url.Values{"current_password": {harness.Password}, "password": {"rahasia-456"}}).leadsTo(t,
		"/console/security")
}

func TestAReadModelIsComparedSwappedAndTakenBack(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	support := newVisitor(t, g)
	email := g.NextEmail()
	g.Admin(t).Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": "support"}).Wants(t, 201)
	support.logIn(t, "/console", email, harness.Password)
	support.get(t, "/console/projections").shows(t, "balances", "Live", "posting")
	support.get(t, "/console/projections/posting").shows(t, "it has no tables to build anew").hides(t, "Build and compare")
	path := "/console/projections/proposals"
	step := func(act, shows string) {
		t.Helper()
		support.post(t, path+"/"+act, url.Values{"confirm": {"true"}}).leadsTo(t, path)
		poll.Until(t, act+" of the read model", func() bool { return strings.Contains(support.get(t, path).text(), shows) })
	}
	step("compare", "Every row is the same")
	step("rebuild", "Take the last swap back")
	step("rollback", "Take the last swap back")
	support.post(t, path+"/clean", nil).is(t, 400).says(t, "“I have read what it does”: is required")
	step("clean", "Build anew and swap")
	support.get(t, path).hides(t, "Take the last swap back")
}
