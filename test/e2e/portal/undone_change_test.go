package portal

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"

	"github.com/pquerna/otp/totp"
)

// A pending withdrawal goes to the bank account in the profile, or nowhere.
func TestAWithdrawalToAFormerBankAccountIsNotApproved(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := autoApproved(t, g)
	m.Put(t, "/account", object{"norek": "9876543210"}).Wants(t, 200)
	id := m.Post(t, "/withdrawals", object{"jumlah": 50_000, "url": "http://127.0.0.1:9/hook"}).Wants(t, 201).Is(t, object{"status": "pending"}).ID(t, "id")
	m.Put(t, "/account", object{"norek": "1234567890"}).Wants(t, 200)
	g.Admin(t).Post(t, fmt.Sprintf("/admin/withdrawals/%d/approve", id), nil).Refuses(t, 400, "bank_account_changed")
	g.Admin(t).Post(t, fmt.Sprintf("/admin/withdrawals/%d/reject", id), object{"reason": "not yours"}).Wants(t, 200)
}

// A thief who also has the password changes it, sets up a second factor, and invites an owner. After the undo
// none of this locks the owner out or lets the thief in.
func TestAnUndoneChangeLeavesAThiefNoWayBack(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := autoApproved(t, g)
	thief := m.LogIn(t)
	const stolen = "the thief's password"
	thief.Put(t, "/me/password", object{"current_password": harness.Password, "password": stolen}).Wants(t, 200)
	secret := thief.Post(t, "/me/totp", object{"current_password": stolen}).Wants(t, 200).Text(t, "secret")
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	thief.Post(t, "/me/totp/confirm", object{"code": code}).Wants(t, 200)
	friend := g.NextEmail()
	thief.Post(t, "/me/users", object{"email": friend, "role": "owner"}).Wants(t, 201)
	g.Anonymous().Post(t, "/auth/reset-password", object{"token": harness.Mails(t).Await(t, friend, 1).Token(), "password": stolen}).Wants(t, 200)

	confirm(t, g, strings.TrimPrefix(harness.Mails(t).Await(t, m.Email, 1).Link(), g.URL), 200)

	login := object{"email": friend, "password": stolen}
	back := g.Anonymous().With("Authorization", "Bearer "+g.Anonymous().Post(t, "/auth/login", login).Wants(t, 200).Text(t, "token"))
	back.Post(t, "/api-keys", object{"name": "server"}).Refuses(t, 403, "role_forbidden")
	back.Post(t, "/me/users", object{"email": g.NextEmail(), "role": "owner"}).Refuses(t, 403, "role_forbidden")

	g.Anonymous().Post(t, "/auth/forgot-password", object{"email": m.Email}).Wants(t, 200)
	// One mail is the notice of the change, the other says what was undone.
	chooseAnew(t, m, 3)
	m.LogIn(t).Get(t, "/me/users").Wants(t, 200).Is(t, object{"1.email": friend, "1.role": "viewer"})
}

func TestChangesToAndFroBringNoFloodOfMails(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := autoApproved(t, g)
	for i := range 5 {
		m.Put(t, "/account", object{"norek": fmt.Sprint(9876543210 + i)}).Wants(t, 200)
	}
	moved := g.NextEmail()
	m.Put(t, "/account", object{"email": moved}).Wants(t, 200)
	harness.Mails(t).Await(t, m.Email, 2)
	// They are sent at the same time, in any order.
	mails := harness.Mails(t).To(m.Email)
	if len(mails) != 2 || strings.Contains(mails[0].Text, "email") == strings.Contains(mails[1].Text, "email") {
		t.Errorf("not one notice of the bank account and one of the address: %v", mails)
	}
}

// chooseAnew chooses a new password for the owner, with the link in the mail about a forgotten one. It waits
// until this many mails have arrived.
func chooseAnew(t *testing.T, m harness.Merchant, mails int) {
	t.Helper()
	harness.Mails(t).Await(t, m.Email, mails)
	for _, mail := range harness.Mails(t).To(m.Email) {
		if strings.Contains(mail.Text, "/portal/password") {
			m.Gateway.Anonymous().Post(t, "/auth/reset-password", object{"token": mail.Token(), "password": harness.Password}).Wants(t, 200)
			return
		}
	}
	t.Fatal("no mail has a link to a new password")
}
