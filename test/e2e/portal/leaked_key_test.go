package portal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

// coolingOff is a gateway on which a change pauses auto-approval for an hour, and which takes the address of a
// caller from its proxy.
func coolingOff(t *testing.T) *harness.Gateway {
	t.Helper()
	return harness.Start(t, harness.Settings{"PAYOUT_COOL_OFF": "1h", "TRUSTED_PROXIES": "127.0.0.1"})
}

// autoApproved is a merchant on that gateway whose withdrawals go straight to the provider.
func autoApproved(t *testing.T, g *harness.Gateway) harness.Merchant {
	t.Helper()
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 1_000_000)
	g.Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": true}).Wants(t, 200).Is(t, object{"is_auto_approve_withdrawal": true})
	return m
}

func withdraw(t *testing.T, m harness.Merchant, status string) {
	t.Helper()
	m.Post(t, "/withdrawals", object{"jumlah": 50_000, "url": "http://127.0.0.1:9/hook"}).Wants(t, 201).Is(t, object{"status": status})
}

func TestALeakedKeyEmptiesNoBalanceAndTakesNoAccount(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := autoApproved(t, g)
	withdraw(t, m, "processing") // setting the first bank account is not a change
	session := m.LogIn(t)

	// The thief changes the bank account with the stolen key.
	thief := harness.Merchant{Caller: m.With("X-Forwarded-For", "203.0.113.66"), ID: m.ID, Key: m.Key}
	thief.Put(t, "/account", object{"norek": "9876543210", "bank": "BCA"}).Wants(t, 200).Is(t, object{"is_auto_approve_withdrawal": false, "norek": "9876543210"})
	thief.Put(t, "/account", object{"email": "thief@example.com"}).Wants(t, 200)
	withdraw(t, thief, "pending")
	g.Admin(t).Get(t, "/admin/clients/%d", m.ID).Wants(t, 200).Is(t, object{"is_auto_approve_withdrawal": false})

	// The former address is notified of both changes, and meanwhile no other client can take it.
	first, second := harness.Mails(t).Await(t, m.Email, 1), harness.Mails(t).Await(t, m.Email, 2)
	g.Anonymous().Post(t, "/auth/register", object{"nama": "B", "email": m.Email, "password": harness.Password}).Refuses(t, 409, "email_taken")
	activity := session.Get(t, "/me/activity").Wants(t, 200)
	activity.Is(t, object{
		"0.event": "account.auto_approval_paused", "1.event": "account.profile_updated", "1.address": "203.0.113.66", "1.details.changed.0": "email",
		"3.details.changed.0": "norek", "3.by": fmt.Sprint("client:", m.ID),
	})
	if via := activity.Text(t, "3.via"); via[:8] != "api_key:" {
		t.Errorf("changed via %s", via)
	}

	// Forgotten password: whichever address is named, the link goes to the former address.
	for i, email := range []string{"thief@example.com", m.Email} {
		g.Anonymous().Post(t, "/auth/forgot-password", object{"email": email}).Wants(t, 200)
		if mail := harness.Mails(t).Await(t, m.Email, 3+i); !strings.Contains(mail.Text, "/portal/password") {
			t.Errorf("after %s asked: %s", email, mail.Text)
		}
	}
	if sent := harness.Mails(t).To("thief@example.com"); len(sent) != 0 {
		t.Errorf("mails to the thief: %v", sent)
	}

	// The link undoes the change when a person confirms.
	link := strings.TrimPrefix(first.Link(), g.URL)
	if status, page := g.Page(t, link); status != 200 || !bytes.Contains([]byte(page), []byte("<form")) {
		t.Fatalf("the page: %d %s", status, page)
	}
	m.Get(t, "/account").Wants(t, 200).Is(t, object{"email": "thief@example.com"})
	confirm(t, g, link, 200)
	thief.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
	session.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	owner := m.LogIn(t)
	owner.Get(t, "/auth/me").Wants(t, 200).Is(t, object{"email": m.Email, "norek": "1234567890", "bank": "BCA", "is_auto_approve_withdrawal": false})
	g.Anonymous().Post(t, "/auth/register", object{"nama": "B", "email": "thief@example.com", "password": harness.Password}).Wants(t, 201)

	// The link still works while the pause lasts, also through the API. Another text does not.
	token := second.Token()
	g.Anonymous().Post(t, "/auth/undo-change", object{"token": token}).Wants(t, 200)
	owner.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	for _, bad := range []string{token + "x", "x", token[:len(token)-4]} {
		g.Anonymous().Post(t, "/auth/undo-change", object{"token": bad}).Refuses(t, 400, "link_ended")
	}
	confirm(t, g, "/undo?token=x", 400)
}

// confirm presses the button of the page.
func confirm(t *testing.T, g *harness.Gateway, link string, status int) {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.PostForm(g.URL+u.Path, url.Values{"token": {u.Query().Get("token")}})
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if body, _ := io.ReadAll(got.Body); got.StatusCode != status {
		t.Fatalf("%d %s", got.StatusCode, body)
	}
}

func TestTheDailyCapLeavesLargerSumsToAnAdministrator(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := autoApproved(t, g)
	settings := func(body object) answer { return g.Admin(t).Put(t, m.AdminPath(""), body) }
	settings(object{"is_auto_approve_withdrawal": true, "daily_payout_cap": 120_000}).Wants(t, 200)
	withdraw(t, m, "processing")
	settings(object{"is_auto_approve_withdrawal": true}).Wants(t, 200) // does not change the cap
	withdraw(t, m, "processing")
	withdraw(t, m, "pending")
	m.Post(t, "/withdrawals", object{"jumlah": 20_000, "url": "http://127.0.0.1:9/hook"}).Refuses(t, 400, "pending_withdrawal_exists")
	settings(object{"is_auto_approve_withdrawal": true, "daily_payout_cap": -1}).RefusesField(t, "daily_payout_cap")
	settings(object{"is_auto_approve_withdrawal": true, "daily_payout_cap": 0.5}).RefusesField(t, "daily_payout_cap")
	settings(object{"is_auto_approve_withdrawal": true, "daily_payout_cap": nil}).Wants(t, 200)
	other := autoApproved(t, g)
	withdraw(t, other, "processing") // another client has its own cap
}

func TestAKeyIsBoundToAddresses(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	m := g.NewMerchant(t)
	portal := m.LogIn(t)
	key := portal.Post(t, "/api-keys", object{"name": "server", "allow": []string{"203.0.113.7", "2001:db8::/32"}}).Wants(t, 201).
		Is(t, object{"allow.0": "203.0.113.7/32", "allow.1": "2001:db8::/32"}).Text(t, "key")
	from := func(addresses string) answer {
		return g.Anonymous().With("X-API-Key", key).With("X-Forwarded-For", addresses).Get(t, "/account")
	}
	from("203.0.113.7").Wants(t, 200)
	from("2001:db8:1::9").Wants(t, 200)
	from("198.51.100.1").Refuses(t, 403, "address_not_allowed")
	from("203.0.113.7, 198.51.100.1").Refuses(t, 403, "address_not_allowed") // the caller wrote the first address, the proxy the second
	g.Anonymous().With("X-API-Key", key).Get(t, "/account").Refuses(t, 403, "address_not_allowed")
	portal.Get(t, "/api-keys").Wants(t, 200).Is(t, object{
		"allow.0": "203.0.113.7/32", "last_used.address": "2001:db8:1::9", "last_used.day": time.Now().In(time.FixedZone("WIB", 7*3600)).Format(time.DateOnly),
	})
	for _, bad := range []any{"203.0.113.7", []string{"x"}, []int{1}, []string{"203.0.113.7/33"}} {
		portal.Post(t, "/api-keys", object{"name": "server", "allow": bad}).RefusesField(t, "allow")
	}
}

func TestTheEndOfAccessEndsKeysAndSessions(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	for name, end := range map[string]func(m harness.Merchant, session harness.Caller){
		"by the operator": func(m harness.Merchant, _ harness.Caller) {
			g.Admin(t).Post(t, m.AdminPath("/end-access"), object{}).RefusesField(t, "reason")
			g.Admin(t).Post(t, m.AdminPath("/end-access"), object{"reason": "stolen key"}).Wants(t, 200)
		},
		"by the merchant": func(_ harness.Merchant, session harness.Caller) { session.Post(t, "/me/end-access", nil).Wants(t, 200) },
	} {
		t.Run(name, func(t *testing.T) {
			m := g.NewMerchant(t)
			session, other := m.LogIn(t), m.LogIn(t)
			m.Get(t, "/account").Wants(t, 200)
			end(m, session)
			m.Get(t, "/account").Refuses(t, 401, "invalid_api_key")
			session.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
			other.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
			m.LogIn(t).Get(t, "/me/activity?per_page=2").Wants(t, 200).Is(t, object{"0.event": "account.webhook_secret_rotated", "1.event": "account.access_ended"})
			m.IssueKey(t)
			m.Get(t, "/account").Wants(t, 200)
		})
	}
	g.Admin(t).Post(t, "/admin/clients/999999999/end-access", object{"reason": "x"}).Refuses(t, 404, "client_not_found")
}

// A change of the bank account and a withdrawal arrive at once. In either order, no money goes to the new
// account without an administrator.
func TestAChangeAndAWithdrawalAtOnceSendNothingToTheNewAccount(t *testing.T) {
	t.Parallel()
	g := coolingOff(t)
	for range 10 {
		m := autoApproved(t, g)
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = m.Send("PUT", "/account", object{"norek": "9876543210"})
		}()
		a := m.Post(t, "/withdrawals", object{"jumlah": 50_000, "url": "http://127.0.0.1:9/hook"}).Wants(t, 201)
		<-done
		if a.Text(t, "norek") == "9876543210" && a.Text(t, "status") != "pending" {
			t.Fatalf("sent by itself: %s", a.Body)
		}
	}
	approvedTo(t, g)
}

// approvedTo checks that no withdrawal to the thief's account was approved automatically.
func approvedTo(t *testing.T, g *harness.Gateway) {
	t.Helper()
	log := g.App.Log()
	for at := (eventstore.Position{}); ; {
		page, err := log.Store().ReadAll(context.Background(), at, 500)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return
		}
		for _, e := range page {
			if e.Type == "payout.approved.v1" && bytes.Contains(e.Data, []byte("9876543210")) {
				t.Errorf("%s", e.Data)
			}
		}
		at = page[len(page)-1].Position
	}
}

// The instance that did not do it has the key in its cache.
func TestTheEndOfAccessCountsOnEveryInstanceWithinASecond(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	here, there := harness.StartOn(t, events, read, nil), harness.StartOn(t, events, read, nil)
	m := here.NewMerchant(t)
	session := m.LogIn(t)
	key := there.Anonymous().With("X-API-Key", m.Key)
	login := there.Anonymous().With("Authorization", session.Header.Get("Authorization"))
	key.Get(t, "/account").Wants(t, 200)
	login.Get(t, "/auth/me").Wants(t, 200)
	here.Admin(t).Post(t, m.AdminPath("/end-access"), object{"reason": "stolen key"}).Wants(t, 200)
	ended := time.Now()
	login.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
	poll.Until(t, "the key has ended", func() bool {
		a, err := key.Send("GET", "/account", nil)
		return err == nil && a.Status == 401
	})
	if took := time.Since(ended); poll.Exceeds(took, time.Second) {
		t.Errorf("the key worked for %s", took)
	}
}
