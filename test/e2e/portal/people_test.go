package portal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/mailbox"
	"gateway/test/poll"

	"github.com/pquerna/otp/totp"
)

const newPassword = "rahasia-baru"

// invite makes the owner invite a person, and returns the person's id, address and invitation.
func invite(t *testing.T, owner harness.Caller, role string) (id int64, email string, mail mailbox.Mail) {
	t.Helper()
	email = harness.Shared(t).NextEmail()
	a := owner.Post(t, "/me/users", object{"email": email, "role": role}).Wants(t, 201).Has(t, "", harness.PersonShape)
	a.Is(t, object{"email": email, "role": role, "status": "invited", "second_factor": false})
	return a.ID(t, "id"), email, harness.Mails(t).Await(t, email, 1)
}

// join makes the owner invite a person, who accepts and logs in.
func join(t *testing.T, owner harness.Caller, role string) (id int64, email string, caller harness.Caller) {
	t.Helper()
	id, email, mail := invite(t, owner, role)
	setPassword(t, mail.Token(), newPassword).Wants(t, 200)
	return id, email, logIn(t, email, newPassword)
}

func setPassword(t *testing.T, token, password string) answer {
	t.Helper()
	return harness.Shared(t).Anonymous().Post(t, "/auth/reset-password", object{"token": token, "password": password})
}

func logIn(t *testing.T, email, password string) harness.Caller {
	t.Helper()
	a := harness.Shared(t).Anonymous().Post(t, "/auth/login", object{"email": email, "password": password}).Wants(t, 200)
	return harness.Shared(t).Anonymous().With("Authorization", "Bearer "+a.Text(t, "token"))
}

func TestAnOwnerInvitesAPersonWhoJoinsWithALinkAndMayDoWhatTheRoleSays(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	id, email, mail := invite(t, owner, "finance")
	if !strings.HasPrefix(mail.Link(), harness.Shared(t).URL+"/portal/password?token=") || !strings.Contains(mail.Text, fmt.Sprintf("Toko Maju (no. %d)", m.ID)) {
		t.Errorf("the invitation says:\n%s", mail.Text)
	}
	if status, page := harness.Shared(t).Page(t, strings.TrimPrefix(mail.Link(), harness.Shared(t).URL)); status != 200 || !strings.Contains(page, "<form") {
		t.Errorf("the link leads to %d %s", status, page)
	}
	login := object{"email": email, "password": newPassword}
	harness.Shared(t).Anonymous().Post(t, "/auth/login", login).Refuses(t, 401, "wrong_credentials")
	setPassword(t, mail.Token(), "kurang").RefusesField(t, "password")
	setPassword(t, mail.Token(), newPassword).Wants(t, 200)
	setPassword(t, mail.Token(), newPassword+"x").Refuses(t, 400, "link_invalid")

	finance := logIn(t, strings.ToUpper(email), newPassword)
	finance.Get(t, "/auth/me").Wants(t, 200).Is(t, object{"id": m.ID})
	finance.Get(t, "/me/transactions").Wants(t, 200)
	finance.Get(t, "/api-keys").Refuses(t, 403, "role_forbidden")
	finance.Get(t, "/webhook-secret").Refuses(t, 403, "role_forbidden")
	finance.Post(t, "/me/users", object{"email": "x@example.com", "role": "viewer"}).Refuses(t, 403, "role_forbidden")
	people := finance.Get(t, "/me/users").Wants(t, 200)
	if got := fmt.Sprint(people.Column(t, "id"), people.Column(t, "role"), people.Column(t, "status")); got != fmt.Sprintf(`[%d %d] ["owner" "finance"] ["active" "active"]`, m.ID, id) {
		t.Errorf("the people are %s", got)
	}

	owner.Put(t, fmt.Sprintf("/me/users/%d", id), object{"role": "developer"}).Wants(t, 200).Is(t, object{"role": "developer"})
	finance.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	developer := logIn(t, email, newPassword)
	developer.Get(t, "/me/transactions").Refuses(t, 403, "role_forbidden")
	developer.Get(t, "/webhook-secret").Wants(t, 200)

	owner.Call(t, "DELETE", fmt.Sprintf("/me/users/%d", id), nil).Wants(t, 200)
	developer.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	harness.Shared(t).Anonymous().Post(t, "/auth/login", login).Refuses(t, 401, "wrong_credentials")
	owner.Call(t, "DELETE", fmt.Sprintf("/me/users/%d", id), nil).Refuses(t, 404, "person_not_found")
	// The address is free again.
	harness.Shared(t).Anonymous().Post(t, "/auth/register", object{"nama": "Toko", "email": email, "password": newPassword}).Wants(t, 201)
}

func TestTheOwnerStaysAndPeopleAreRefusedByName(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	owner := m.LogIn(t)
	self := fmt.Sprintf("/me/users/%d", m.ID)
	owner.Put(t, self, object{"role": "viewer"}).Refuses(t, 400, "owner_required")
	owner.Call(t, "DELETE", self, nil).Refuses(t, 400, "owner_required")
	owner.Put(t, "/me/users/987654321", object{"role": "viewer"}).Refuses(t, 404, "person_not_found")
	owner.Put(t, self, object{"role": "root"}).RefusesField(t, "role")
	owner.Post(t, "/me/users", object{"email": "nobody", "role": "viewer"}).RefusesField(t, "email")
	owner.Post(t, "/me/users", object{"email": "a@example.com", "role": "root"}).RefusesField(t, "role")
	owner.Post(t, "/me/users", object{"email": strings.ToUpper(m.Email), "role": "viewer"}).Refuses(t, 409, "person_exists")
	other := harness.NewMerchant(t)
	id, _, _ := join(t, other.LogIn(t), "viewer")
	owner.Put(t, fmt.Sprintf("/me/users/%d", id), object{"role": "owner"}).Refuses(t, 404, "person_not_found")
	owner.Call(t, "DELETE", fmt.Sprintf("/me/users/%d", id), nil).Refuses(t, 404, "person_not_found")
}

func TestAnInvitationDoesNotTellWhetherTheAddressHasALogin(t *testing.T) {
	t.Parallel()
	owner, other := harness.NewMerchant(t).LogIn(t), harness.NewMerchant(t)
	a := owner.Post(t, "/me/users", object{"email": other.Email, "role": "viewer"}).Wants(t, 201).Has(t, "", harness.PersonShape)
	a.Is(t, object{"email": other.Email, "role": "viewer", "status": "invited"})
	invitation := harness.Mails(t).Await(t, other.Email, 1)
	// Only the reader of the mail, who owns the address, learns it.
	setPassword(t, invitation.Token(), newPassword).Refuses(t, 409, "email_taken")
	other.LogIn(t).Get(t, "/auth/me").Wants(t, 200).Is(t, object{"id": other.ID})
	// Nor does an invitation keep an address from its owner.
	free := harness.Shared(t).NextEmail()
	owner.Post(t, "/me/users", object{"email": free, "role": "viewer"}).Wants(t, 201)
	harness.Shared(t).Anonymous().Post(t, "/auth/register", object{"nama": "Toko", "email": free, "password": newPassword}).Wants(t, 201)
	setPassword(t, harness.Mails(t).Await(t, free, 1).Token(), newPassword).Refuses(t, 409, "email_taken")
}

func TestARenewedInvitationEndsTheFormerOne(t *testing.T) {
	t.Parallel()
	owner := harness.NewMerchant(t).LogIn(t)
	id, email, first := invite(t, owner, "viewer")
	owner.Post(t, "/me/users", object{"email": email, "role": "finance"}).Wants(t, 201).Is(t, object{"id": id, "role": "finance"})
	second := harness.Mails(t).Await(t, email, 2)
	setPassword(t, first.Token(), newPassword).Refuses(t, 400, "link_invalid")
	setPassword(t, second.Token(), newPassword).Wants(t, 200)
	if first.ID == second.ID {
		t.Error("two mails have one Message-ID")
	}
}

func TestEveryEventNamesThePersonAndNotOnlyTheClient(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id, _, developer := join(t, m.LogIn(t), "developer")
	developer.Post(t, "/webhook-secret", nil).Wants(t, 200)
	page, err := harness.Shared(t).App.Log().Store().ReadStream(t.Context(), account.Stream(m.ID), eventstore.End, eventstore.Backwards, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`"actor":"client:%d/person:%d"`, m.ID, id); !strings.Contains(string(page[0].Metadata), want) {
		t.Errorf("%s has %s", page[0].Type, page[0].Metadata)
	}
}

func TestAForgottenPasswordIsReplacedWithAMailedLink(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	session, c := m.LogIn(t), harness.Shared(t).Anonymous()
	known := c.Post(t, "/auth/forgot-password", object{"email": strings.ToUpper(m.Email)}).Wants(t, 200)
	for _, email := range []string{"niemand@example.com", "no address", m.Email + "x"} {
		if unknown := c.Post(t, "/auth/forgot-password", object{"email": email}).Wants(t, 200); string(unknown.Body) != string(known.Body) {
			t.Errorf("%s tells an unknown address from a known one: %s", unknown.Body, known.Body)
		}
	}
	c.Post(t, "/auth/forgot-password", object{}).RefusesField(t, "email")
	token := harness.Mails(t).Await(t, m.Email, 1).Token()
	setPassword(t, token, "kurang").RefusesField(t, "password")
	setPassword(t, token+"x", newPassword).Refuses(t, 400, "link_invalid")
	session.Get(t, "/auth/me").Wants(t, 200)
	setPassword(t, token, newPassword).Wants(t, 200)
	session.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	setPassword(t, token, newPassword).Refuses(t, 400, "link_invalid")
	c.Post(t, "/auth/login", object{"email": m.Email, "password": harness.Password}).Refuses(t, 401, "wrong_credentials")
	logIn(t, m.Email, newPassword)
}

func TestAStrangerCanHaveThreeMailsSentAndEndsNoLink(t *testing.T) {
	t.Parallel()
	m, c := harness.Shared(t).Register(t), harness.Shared(t).Anonymous()
	for range 6 {
		c.Post(t, "/auth/forgot-password", object{"email": m.Email}).Wants(t, 200)
	}
	first := harness.Mails(t).Await(t, m.Email, 3)
	// Requests are handled in order, so after this one no earlier one waits.
	other := harness.Shared(t).Register(t)
	c.Post(t, "/auth/forgot-password", object{"email": other.Email}).Wants(t, 200)
	harness.Mails(t).Await(t, other.Email, 1)
	if n := len(harness.Mails(t).To(m.Email)); n != 3 {
		t.Errorf("%d mails", n)
	}
	setPassword(t, first.Token(), newPassword).Wants(t, 200)
}

func TestAnAdministratorHandsOutALinkForANewPassword(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	session, admin := m.LogIn(t), harness.Shared(t).Admin(t)
	admin.Post(t, m.AdminPath("/reset-link"), object{}).RefusesField(t, "reason")
	admin.Post(t, "/admin/clients/987654321/reset-link", object{"reason": "called"}).Refuses(t, 404, "client_not_found")
	a := admin.Post(t, m.AdminPath("/reset-link"), object{"reason": "the merchant called"}).Wants(t, 201)
	_, token, _ := strings.Cut(a.Text(t, "link"), "?token=")
	secret := session.Post(t, "/me/totp", object{"current_password": harness.Password}).Wants(t, 200).Text(t, "secret")
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	session.Post(t, "/me/totp/confirm", object{"code": code}).Wants(t, 200)
	setPassword(t, token, newPassword).Wants(t, 200)
	session.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	logIn(t, m.Email, newPassword)
	if mails := harness.Mails(t).To(m.Email); len(mails) != 0 {
		t.Errorf("the link was mailed: %v", mails)
	}
}

func TestAPersonChangesTheOwnPasswordAndEndsOtherSessions(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	here, there := m.LogIn(t), m.LogIn(t)
	body := object{"current_password": harness.Password, "password": newPassword}
	here.Put(t, "/me/password", body.With("current_password", "wrong")).RefusesField(t, "current_password")
	here.Put(t, "/me/password", body.With("password", "kurang")).RefusesField(t, "password")
	here.Put(t, "/me/password", body).Wants(t, 200)
	here.Get(t, "/auth/me").Wants(t, 200)
	there.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	logIn(t, m.Email, newPassword)
}

func TestAPersonSeesAndEndsTheOwnSessions(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	first, second := m.LogIn(t), m.LogIn(t)
	a := second.Get(t, "/me/sessions").Wants(t, 200)
	if got := fmt.Sprint(a.Column(t, "current"), a.Column(t, "address")); got != `[true false] ["127.0.0.1" "127.0.0.1"]` {
		t.Fatalf("the sessions are %s", got)
	}
	ofFirst := "/me/sessions/" + a.Column(t, "id")[1]
	stranger := harness.NewMerchant(t).LogIn(t)
	stranger.Call(t, "DELETE", ofFirst, nil).Refuses(t, 404, "not_found")
	second.Call(t, "DELETE", ofFirst, nil).Wants(t, 200)
	first.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	second.Get(t, "/auth/me").Wants(t, 200)
}

func TestALoginWithASecondFactorTakesACodeOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	c, anonymous := m.LogIn(t), harness.Shared(t).Anonymous()
	proof := object{"current_password": harness.Password}
	c.Post(t, "/me/totp/confirm", object{"code": "123456"}).Refuses(t, 400, "second_factor_not_begun")
	c.Post(t, "/me/totp", object{"current_password": "wrong"}).RefusesField(t, "current_password")
	secret := c.Post(t, "/me/totp", proof).Wants(t, 200).Text(t, "secret")
	c.Post(t, "/me/totp/confirm", object{"code": "000000"}).RefusesField(t, "code")
	logIn(t, m.Email, harness.Password) // the second factor does not count yet
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	codes, _ := c.Post(t, "/me/totp/confirm", object{"code": code}).Wants(t, 200).Field(t, "recovery_codes").([]any)
	if len(codes) != 10 {
		t.Fatalf("the recovery codes are %v", codes)
	}
	poll.Until(t, "the person has a second factor", func() bool {
		return c.Get(t, "/me/users").Wants(t, 200).Column(t, "second_factor")[0] == "true"
	})
	login := object{"email": m.Email, "password": harness.Password}
	anonymous.Post(t, "/auth/login", login).Refuses(t, 401, "code_required")
	anonymous.Post(t, "/auth/login", login.With("code", code)).Refuses(t, 401, "wrong_code")
	anonymous.Post(t, "/auth/login", login.With("code", codes[0])).Wants(t, 200)
	anonymous.Post(t, "/auth/login", login.With("code", codes[0])).Refuses(t, 401, "wrong_code")
	c.Post(t, "/me/totp/remove", proof).RefusesField(t, "code")
	c.Post(t, "/me/totp/remove", proof.With("code", codes[1])).Wants(t, 200)
	logIn(t, m.Email, harness.Password)
}
