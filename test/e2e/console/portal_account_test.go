package console

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"

	"github.com/pquerna/otp/totp"
)

func TestTheProfileIsChangedAndAnUnchangedFormChangesNothing(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	form := url.Values{"nama": {"Toko Maju"}, "email": {m.Email}, "bank": {"BCA"}, "norek": {"1234567890"}, "pic": {"Ani"}}
	v.post(t, "/portal/profile", form).leadsTo(t, "/portal/profile")
	before := v.get(t, "/portal/activity").shows(t, "Profile changed").text()
	v.post(t, "/portal/profile", form).leadsTo(t, "/portal/profile")
	if after := v.get(t, "/portal/activity").text(); strings.Count(after, "Profile changed") != strings.Count(before, "Profile changed") {
		t.Errorf("the same profile was a change:\n%s", after)
	}
	form.Set("norek", "not a number")
	v.post(t, "/portal/profile", form).is(t, 400)
	form.Set("norek", "")
	form.Set("pic", "")
	form.Set("bank", "")
	v.post(t, "/portal/profile", form).leadsTo(t, "/portal/profile")
	m.Get(t, "/account").Wants(t, 200).Is(t, object{"norek": "", "bank": "", "pic": "", "nama": "Toko Maju"})
	person(t, m, "viewer").get(t, "/portal/profile").shows(t, "Toko Maju").hides(t, "Save the profile")
}

func TestTheFeesOfAnAppAreListed(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	page := v.get(t, "/portal/apps").shows(t, "Toko Maju", "Fees by channel", "BCA", "Rp4.000", "QRIS")
	app := regexp.MustCompile(`/portal/apps\?app_id=[0-9]+`).FindString(page.Body)
	v.get(t, app).shows(t, "Fees of Toko Maju")
}

func TestTheOwnerInvitesChangesAndRemovesAPerson(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, email := owner(t, m), m.Gateway.NextEmail()
	v.post(t, "/portal/people", url.Values{"email": {"nobody"}, "role": {"viewer"}}).is(t, 400)
	v.post(t, "/portal/people", url.Values{"email": {email}, "role": {"developer"}}).leadsTo(t, "/portal/people")
	list := v.get(t, "/portal/people").shows(t, email, "Invited", "Developer")
	links := regexp.MustCompile(`/portal/people/[0-9]+`).FindAllString(list.Body, -1)
	path := links[len(links)-1]
	v.get(t, path).shows(t, email)
	v.post(t, path+"/role", url.Values{"role": {"finance"}}).leadsTo(t, path)
	v.get(t, path).shows(t, "Finance")
	owner(t, harness.NewMerchant(t)).get(t, path).is(t, 404)
	v.post(t, path+"/remove", nil).leadsTo(t, "/portal/people")
	v.get(t, path).is(t, 404)
	viewer := person(t, m, "viewer")
	viewer.get(t, "/portal/people").shows(t, m.Email).hides(t, "Invite a person")
}

func TestAPersonChangesThePasswordAndTheOtherSessionsEnd(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, other := owner(t, m), owner(t, m)
	v.post(t, "/portal/security/password", url.Values{"current_password": {"wrong-123"}, "password": {"rahasia-456"}}).says(t, "My login", "Present password")
	v.get(t, "/portal").is(t, 200)
	other.get(t, "/portal").is(t, 200)
	v.post(t, "/portal/security/password", url.Values{"current_password": {harness.Password}, "password": {"rahasia-456"}}).leadsTo(t, "/portal/security")
	v.get(t, "/portal").is(t, 200)
	other.get(t, "/portal").leadsTo(t, "/portal/login")
}

func TestAPersonSetsUpASecondFactorAndLogsInWithIt(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.get(t, "/portal").shows(t, "has no second factor yet")
	v.post(t, "/portal/security/totp", url.Values{"current_password": {"wrong-123"}}).says(t, "My login")
	begun := v.post(t, "/portal/security/totp", url.Values{"current_password": {harness.Password}}).shows(t, "Scan with", "Enter the first code")
	secret := regexp.MustCompile(`<code>([A-Z2-7]+)</code>`).FindStringSubmatch(begun.Body)
	if secret == nil || !strings.Contains(begun.Body, `src="data:image/png;base64,`) {
		t.Fatalf("no secret or picture:\n%s", begun.Body)
	}
	v.post(t, "/portal/security/confirm", url.Values{"code": {"000000"}}).says(t, "Enter the first code")
	code, err := totp.GenerateCode(secret[1], time.Now())
	if err != nil {
		t.Fatal(err)
	}
	v.post(t, "/portal/security/confirm", url.Values{"code": {code}}).shows(t, "Recovery codes", "each works once")
	v.get(t, "/portal/security").shows(t, "A second factor is set up")
	v.get(t, "/portal").hides(t, "has no second factor yet")
	fresh := newVisitor(t, m.Gateway)
	fresh.post(t, "/portal/login", url.Values{"email": {m.Email}, "password": {harness.Password}}).is(t, 401)
}

func TestASessionIsEndedAndAllAccess(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v, other := owner(t, m), owner(t, m)
	links := regexp.MustCompile(`/portal/security/sessions/[0-9]+`).FindAllString(v.get(t, "/portal/security").Body, -1)
	ended := ""
	for _, link := range links {
		if !strings.Contains(v.get(t, link).shows(t, "This session").text(), "This session Yes") {
			ended = link
		}
	}
	owner(t, harness.NewMerchant(t)).get(t, ended).is(t, 404)
	v.post(t, ended+"/end", nil).leadsTo(t, "/portal/security")
	other.get(t, "/portal").leadsTo(t, "/portal/login")
	v.post(t, "/portal/security/end-access", url.Values{"reason": {"a laptop was stolen"}}).leadsTo(t, "/portal/login")
	v.get(t, "/portal").leadsTo(t, "/portal/login")
	m.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
}

func TestATicketIsOpenedReadAndRepliedTo(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.post(t, "/portal/tickets/new", url.Values{"subject": {""}, "description": {"kept"}}).is(t, 400).says(t, "kept")
	path := v.post(t, "/portal/tickets/new", url.Values{
		"subject": {"Callback <b>"}, "description": {"None came.\nWhy?"}, "category": {"bug"}, "priority": {"high"},
	}).leadsBelow(t, "/portal/tickets")
	v.get(t, "/portal/tickets").shows(t, "Callback <b>", "Bug", "High", "Open")
	v.get(t, "/portal/tickets?status=closed").hides(t, "Callback <b>")
	v.post(t, path+"/reply", url.Values{"message": {"Still none."}}).leadsTo(t, path)
	m.Gateway.Admin(t).Post(t, "/admin"+strings.TrimPrefix(path, "/portal")+"/reply", object{"message": "It is sent now."}).Wants(t, 201)
	v.get(t, path).shows(t, "None came.", "Still none.", "Support", "It is sent now.", "Answered")
	owner(t, harness.NewMerchant(t)).get(t, path).is(t, 404)
	person(t, m, "viewer").get(t, path).shows(t, "None came.").hides(t, "Message")
	v.post(t, "/portal/proposals/new", url.Values{"nama": {"Budi"}, "email": {"budi@example.com"}, "deskripsi": {"Kerja sama"}}).leadsTo(t, "/portal/proposals/new")
	v.post(t, "/portal/proposals/new", url.Values{"nama": {"Budi"}}).is(t, 400)
}

func TestHomeLeadsANewMerchantToTheFirstPayment(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.get(t, "/portal").shows(t, "First steps", "2 of 4 steps done", "Fill in the profile's bank account To do", "Create an API key Done", "Get the first payment paid To do", "After the test, go live")
	m.SetBankAccount(t)
	v.get(t, "/portal").shows(t, "3 of 4 steps done", "Fill in the profile's bank account Done")
	id := m.OpenInvoice(t, 50_000, nil)
	v.get(t, "/portal").shows(t, id, "Latest payments", "First steps")
	person(t, m, "developer").get(t, "/portal").shows(t, "First steps", "The owner of the account does it").hides(t, id)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	v.get(t, "/portal").shows(t, id).hides(t, "First steps")
}

func TestASuspendedMerchantReadsAndIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	v := owner(t, m)
	m.Gateway.Admin(t).Post(t, m.AdminPath("/suspend"), object{"reason": "for the test"}).Wants(t, 200)
	v.get(t, "/portal").shows(t, "Your account is suspended", "Rp100.000")
	for _, path := range []string{"/payments", "/balance", "/statements", "/withdrawals", "/callbacks", "/endpoints", "/keys", "/profile", "/people", "/security", "/tickets"} {
		if got := v.get(t, "/portal"+path); got.Status != 200 {
			t.Errorf("%s: %d\n%s", path, got.Status, got.text())
		}
	}
	v.post(t, "/portal/payments/new", url.Values{"channel": {"invoice"}, "amount": {"50.000"}}).is(t, 403).says(t, "suspended")
	v.post(t, "/portal/keys", url.Values{"name": {"server"}}).is(t, 403).says(t, "suspended")
}

func TestAPersonKeepsMailsInBothLanguages(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	v := owner(t, m)
	v.post(t, "/portal/mails", url.Values{"mail_payout_done": {"true"}, "language": {""}}).leadsTo(t, "/portal/mails")
	mails := m.LogIn(t)
	mails.Get(t, "/me/mails").Wants(t, 200).Is(t, map[string]any{"language": "", "kinds.0.on": true, "kinds.1.on": false})
	v.post(t, "/portal/mails", url.Values{"language": {"en"}}).leadsTo(t, "/portal/mails")
	v.post(t, "/portal/mails", url.Values{"language": {""}}).leadsTo(t, "/portal/mails")
	mails.Get(t, "/me/mails").Wants(t, 200).Is(t, map[string]any{"language": ""})
}
