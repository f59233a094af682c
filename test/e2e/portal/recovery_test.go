package portal

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/recovery"
	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/poll"

	"github.com/pquerna/otp/totp"
)

// joins invites a person to the merchant, lets the person choose a password, and returns a session.
func joins(t *testing.T, m harness.Merchant, owner harness.Caller, email, role string) harness.Caller {
	t.Helper()
	owner.Post(t, "/me/users", object{"email": email, "role": role}).Wants(t, 201)
	token := harness.Mails(t).Await(t, email, 1).Token()
	m.Gateway.Anonymous().Post(t, "/auth/reset-password", object{"token": token, "password": harness.Password}).Wants(t, 200)
	return harness.Merchant{Caller: m.Gateway.Anonymous(), Email: email}.LogIn(t)
}

func setUpSecondFactor(t *testing.T, c harness.Caller) {
	t.Helper()
	secret := c.Post(t, "/me/totp", object{"current_password": harness.Password}).Wants(t, 200).Text(t, "secret")
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.Post(t, "/me/totp/confirm", object{"code": code}).Wants(t, 200)
}

// steal does what a thief with the owner's session does. Before that, the account has a finance person and an endpoint.
func steal(t *testing.T, m harness.Merchant, email string) (since string, kinds map[string]string) {
	t.Helper()
	owner := m.LogIn(t)
	m.SetBankAccount(t)
	m.Earn(t, 500_000)
	joins(t, m, owner, "old-"+email, "finance")
	owner.Post(t, "/callback-endpoints", object{"url": "http://127.0.0.1:9/ours", "events": "*"}).Wants(t, 201)
	since = time.Now().UTC().Format(time.RFC3339Nano)

	friend := joins(t, m, owner, email, "finance")
	setUpSecondFactor(t, friend)
	owner.Post(t, "/me/users", object{"email": "invited-" + email, "role": "viewer"}).Wants(t, 201)
	owner.Post(t, "/callback-endpoints", object{"url": "http://127.0.0.1:9/thief", "events": "*"}).Wants(t, 201)
	owner.Post(t, "/api-keys", object{"name": "ci", "restricted": true, "scopes": []string{"read", "endpoints"}}).Wants(t, 201)
	owner.Post(t, "/webhook-secret", nil).Wants(t, 200)
	m.Post(t, "/withdrawals", object{"jumlah": 50_000, "url": "http://127.0.0.1:9/hook"}).Wants(t, 201)
	kinds = map[string]string{}
	found := owner.Get(t, "/me/recovery?since=%s", since).Wants(t, 200)
	gained, _ := found.Field(t, "gained").([]any)
	for _, one := range gained {
		item, _ := one.(map[string]any)
		kinds[item["kind"].(string)] = item["id"].(string)
	}
	return since, kinds
}

func TestAThiefKeepsNothingAfterTheEndOfAccess(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	for name, end := range map[string]func(m harness.Merchant, since string){
		"by the owner": func(m harness.Merchant, since string) {
			m.LogIn(t).Post(t, "/me/end-access", object{"reason": "stolen", "since": since}).Wants(t, 200)
		},
		"by the operator": func(m harness.Merchant, since string) {
			g.Admin(t).Post(t, m.AdminPath("/end-access"), object{"reason": "stolen", "since": since}).Wants(t, 200)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, thief := g.NewMerchant(t), g.NextEmail()
			before := m.LogIn(t).Get(t, "/webhook-secret").Wants(t, 200).Text(t, "secret")
			since, kinds := steal(t, m, thief)
			for _, kind := range []string{"person", "invitation", "api_key", "callback_endpoint", "secret", "second_factor", "withdrawal"} {
				if kinds[kind] == "" {
					t.Errorf("no %s is in the list: %v", kind, kinds)
				}
			}
			stolen := m.LogIn(t).Get(t, "/webhook-secret").Wants(t, 200).Text(t, "secret")

			end(m, since)

			owner := m.LogIn(t)
			owner.Get(t, "/me/users").Wants(t, 200).Is(t, object{
				"1.email": "old-" + thief, "1.role": "finance", "2.email": thief, "2.role": "viewer",
			})
			owner.Get(t, "/callback-endpoints").Wants(t, 200).Is(t, object{"0.active": true, "1.active": false})
			owner.Get(t, "/webhook-secret").Wants(t, 200).Is(t, object{"former_signs_until": nil})
			if now := owner.Get(t, "/webhook-secret").Text(t, "secret"); now == before || now == stolen {
				t.Error("the secret of callbacks is the same")
			}
			g.Anonymous().Post(t, "/auth/login", object{"email": thief, "password": harness.Password}).Wants(t, 200) // a viewer needs no code
			m.IssueKey(t)
			m.Get(t, "/withdrawals").Wants(t, 200).Is(t, object{"0.status": "cancelled"})
			m.HasBalance(t, 500_000, 500_000, 0, 0)
			restoresSingly(t, m, owner, kinds)
		})
	}
}

// restoresSingly restores single things, as the owner.
func restoresSingly(t *testing.T, m harness.Merchant, owner harness.Caller, kinds map[string]string) {
	t.Helper()
	restore := func(id string) answer { return owner.Post(t, "/me/recovery/"+id+"/restore", nil) }
	for _, kind := range []string{"secret", "second_factor", "withdrawal"} {
		restore(kinds[kind]).Refuses(t, 409, "not_restorable")
	}
	restore("person-987654321").Refuses(t, 404, "recovery_item_not_found")
	for range 2 { // a repetition does no harm
		restore(kinds["person"]).Wants(t, 200)
		restore(kinds["callback_endpoint"]).Wants(t, 200)
		restore(kinds["api_key"]).Wants(t, 200)
		restore(kinds["invitation"]).Wants(t, 200)
	}
	owner.Get(t, "/me/users").Wants(t, 200).Is(t, object{"2.role": "finance"})
	owner.Get(t, "/callback-endpoints").Wants(t, 200).Is(t, object{"1.active": true})
	owner.Get(t, "/api-keys").Wants(t, 200).Is(t, object{"restricted.0.name": "ci"})
	for _, one := range owner.Get(t, "/me/recovery").Wants(t, 200).Field(t, "last.items").([]any) {
		item, _ := one.(map[string]any)
		if item["restored"] != item["restorable"] {
			t.Errorf("after all were restored: %v", item)
		}
	}
	poll.Until(t, "a mail says what was undone", func() bool {
		mails := harness.Mails(t).To(m.Email)
		return len(mails) > 0 && strings.Contains(mails[len(mails)-1].Text, "callback_endpoint 127[.]0[.]0[.]1:9")
	})
}

func TestWhatTheListDependsOnIsRefusedByName(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	owner := g.NewMerchant(t).LogIn(t)
	owner.Get(t, "/me/recovery").Wants(t, 200).Is(t, object{"last": nil})
	owner.Get(t, "/me/recovery?since=yesterday").RefusesField(t, "since")
	owner.Post(t, "/me/end-access", object{"since": "yesterday"}).RefusesField(t, "since")
	owner.Post(t, "/me/end-access", object{"since": "2999-01-01"}).RefusesField(t, "since")
	owner.Post(t, "/me/recovery/person-1/restore", nil).Refuses(t, 404, "recovery_item_not_found")
}

// The process that ended the access was killed after its first event.
func TestAnEndOfAccessThatWasKilledIsFinished(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	m := g.NewMerchant(t)
	since, _ := steal(t, m, g.NextEmail())
	from, err := time.Parse(time.RFC3339Nano, since)
	if err != nil {
		t.Fatal(err)
	}
	log := g.App.Log()
	_, err = eventstore.Execute(t.Context(), log, account.Aggregate, account.Stream(m.ID), func(s account.State) ([]domain.Event, error) {
		return account.EndAccess(s, account.EndAccessCmd{RecoverCmd: account.RecoverCmd{
			Since: from, Elsewhere: recovery.Items{}, By: "client:1/person:1", At: time.Now().UTC(),
		}})
	})
	if err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "the rest is done", func() bool {
		s, _, err := eventstore.Load(t.Context(), log, account.Aggregate, account.Stream(m.ID))
		return err == nil && s.Recovery.Finished
	})
	owner := m.LogIn(t)
	owner.Get(t, "/callback-endpoints").Wants(t, 200).Is(t, object{"0.active": true, "1.active": false})
	m.IssueKey(t)
	m.Get(t, "/withdrawals").Wants(t, 200).Is(t, object{"0.status": "cancelled"})
}

func TestAConfirmationNeedsACodeWhereASecondFactorIsSetUp(t *testing.T) {
	t.Parallel()
	owner := harness.NewMerchant(t).LogIn(t)
	owner.Post(t, "/auth/confirm", object{"password": "wrong password"}).RefusesField(t, "password")
	owner.Post(t, "/auth/confirm", object{"password": harness.Password}).Wants(t, 200)
	setUpSecondFactor(t, owner)
	owner.Post(t, "/auth/confirm", object{"password": harness.Password}).RefusesField(t, "code")
	owner.Post(t, "/auth/confirm", object{"password": harness.Password, "code": "000000"}).RefusesField(t, "code")
}

// A thief's requests run while the owner ends all access. Each comes before the end and is undone, or after it
// and is refused.
func TestWhatRunsDuringTheEndOfAccessLeavesAThiefNothing(t *testing.T) {
	t.Parallel()
	g := harness.Shared(t)
	for range 3 {
		m := g.NewMerchant(t)
		thief, owner := m.LogIn(t), m.LogIn(t)
		since := time.Now().UTC().Format(time.RFC3339Nano)
		stop, done := make(chan struct{}), make(chan struct{}, 2)
		for _, body := range []object{{"url": "http://127.0.0.1:9/thief", "events": "*"}, nil} {
			go func() {
				defer func() { done <- struct{}{} }()
				for {
					select {
					case <-stop:
						return
					default:
					}
					if body != nil {
						_, _ = thief.Send("POST", "/callback-endpoints", body)
					} else {
						_, _ = thief.Send("POST", "/me/users", object{"email": g.NextEmail(), "role": "owner"})
					}
				}
			}()
		}
		owner.Post(t, "/me/end-access", object{"since": since}).Wants(t, 200)
		thief.Get(t, "/auth/me").Refuses(t, 401, "invalid_token")
		close(stop)
		<-done
		<-done
		now := m.LogIn(t)
		for _, one := range now.Get(t, "/callback-endpoints").Wants(t, 200).List(t) {
			if endpoint, _ := one.(map[string]any); endpoint["active"] != false {
				t.Errorf("on after the end of access: %v", endpoint)
			}
		}
		ended := now.Get(t, "/me/recovery").Wants(t, 200)
		for _, one := range ended.Field(t, "gained").([]any) {
			if item, _ := one.(map[string]any); item["kind"] == "invitation" {
				t.Errorf("invited after the end of access: %v", item)
			}
		}
	}
}
