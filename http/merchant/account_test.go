package merchant

import (
	"strconv"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/http/service/servicetest"
	"gateway/projections/readmodel"
)

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// keyed is an approved client with a key.
func (p portal) keyed(email string) (client int64, key string) {
	p.t.Helper()
	client = p.registered(email)
	p.approve(client)
	issued, err := p.IssueKey(p.t.Context(), client, "test", false)
	if err != nil {
		p.t.Fatal(err)
	}
	return client, issued.Key
}

func TestAccountUpdate(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	client, key := p.keyed("toko@example.com")
	p.registered("other@example.com")
	for _, c := range []struct {
		rule  string
		body  string
		field string
	}{
		{"norek must be numeric", `{"norek":"12a4567890"}`, "norek"},
		{"norek must be a string", `{"norek":1234567890}`, "norek"},
		{"norek must be as long as the bank's are", `{"norek":"123","bank":"BCA"}`, "norek"},
		{"bank must exist", `{"bank":"NOBANK"}`, "bank"},
		{"an e-mail must be one", `{"email":"toko"}`, "email"},
		{"an e-mail must not be another client's", `{"email":"OTHER@example.com"}`, "email"},
		{"nama must not be empty", `{"nama":""}`, "nama"},
	} {
		got := p.call("PUT", "/account", c.body, "X-API-Key", key)
		if got.Status != 400 || got.Field != c.field {
			t.Errorf("%s: %d of %q", c.rule, got.Status, got.Field)
		}
	}
	got := p.want(p.call("PUT", "/account", `{"alamat":"Jl. Satu","bank":"bank central asia","norek":"1234567890","id":5,
		"kode":"X","saldo":9,"has_developer":false,"is_auto_approve_withdrawal":true}`, "X-API-Key", key), 200, "")
	profile := servicetest.Into[readmodel.Client](t, got)
	if profile.ID != client || profile.Address != "Jl. Satu" || profile.Bank != "BCA" || profile.AccountNumber != "1234567890" ||
		profile.Code != kode(client) || !profile.HasDeveloper || profile.IsAutoApproveWithdrawal || profile.Name != "Toko" {
		t.Errorf("the profile is %+v", profile)
	}
}

func TestAChangedEmailIsFreeForOthersAndTheNewOneIsNot(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	_, key := p.keyed("old@example.com")
	p.want(p.call("PUT", "/account", `{"email":"New@Example.com"}`, "X-API-Key", key), 200, "")
	p.want(p.login("new@example.com", password), 200, "")
	p.want(p.register("new@example.com"), 409, "email_taken")
	p.want(p.register("old@example.com"), 201, "")
	if got := p.call("PUT", "/account", `{"email":"old@example.com"}`, "X-API-Key", key); got.Status != 400 || got.Field != "email" {
		t.Errorf("back to an address that was taken since: %+v", got)
	}
}

func TestAChangeOfEmailThatBrokeOffIsMadeAgainAndWhatItLeftClaimedIsFreeInAnHour(t *testing.T) {
	t.Parallel()
	for rule, brokenOff := range map[string]func(portal, int64){
		"after the claim": func(p portal, client int64) {
			if _, err := p.claimEmail(t.Context(), "new@example.com", client); err != nil {
				t.Fatal(err)
			}
			p.want(p.register("new@example.com"), 409, "email_taken")
		},
		"before the release": func(p portal, client int64) {
			if _, err := p.claimEmail(t.Context(), "new@example.com", client); err != nil {
				t.Fatal(err)
			}
			address := "new@example.com"
			p.decide(client, func(s account.State) ([]domain.Event, error) {
				return account.UpdateProfile(s, account.UpdateProfileCmd{Email: &address, At: p.Now()})
			})
			p.want(p.register("old@example.com"), 409, "email_taken")
		},
	} {
		t.Run(rule, func(t *testing.T) {
			p := newPortal(t)
			client, key := p.keyed("old@example.com")
			brokenOff(p, client)
			change := func(to string) {
				p.want(p.call("PUT", "/account", `{"email":"`+to+`"}`, "X-API-Key", key), 200, "")
			}
			change("new@example.com")
			now := p.Now
			p.Now = func() time.Time { return now().Add(time.Hour + time.Minute) }
			p.want(p.register("new@example.com"), 409, "email_taken")
			p.want(p.register("old@example.com"), 201, "")
			change("third@example.com")
			p.Now = func() time.Time { return now().Add(2*time.Hour + 2*time.Minute) }
			p.want(p.register("new@example.com"), 201, "")
			p.want(p.register("third@example.com"), 409, "email_taken")
		})
	}
}

func TestAChangeOfEmailThatIsRefusedInTheEndLeavesTheAddressFree(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	client, _ := p.keyed("old@example.com")
	address := "new@example.com"
	if _, err := p.claimEmail(t.Context(), address, client); err != nil {
		t.Fatal(err)
	}
	p.decide(client, func(s account.State) ([]domain.Event, error) {
		return account.Suspend(s, account.ReviewCmd{By: "admin:1", Reason: "test", At: p.Now()})
	})
	if err := p.moveTo(t.Context(), client, address, account.UpdateProfileCmd{Email: &address, At: p.Now()}); err == nil {
		t.Error("a suspended client changed its address")
	}
	p.want(p.register(address), 201, "")
	p.want(p.register("old@example.com"), 409, "email_taken")
}

func TestOnlyTheOwnBalanceIsThere(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	client, key := p.keyed("toko@example.com")
	other := p.registered("other@example.com")
	own := p.want(p.call("GET", "/clients/"+itoa(client)+"/balance", "", "X-API-Key", key), 200, "")
	alias := p.want(p.call("GET", "/account/balance", "", "X-API-Key", key), 200, "")
	if want := `{"client_id":` + itoa(client) + `,"saldo":0,"saldo_yang_bisa_ditarik":0,"ditahan":0,"belum_settle":0}`; !same(t, own.Data, want) || !same(t, alias.Data, want) {
		t.Errorf("the balance is %s, by its alias %s", own.Data, alias.Data)
	}
	p.want(p.call("GET", "/clients/"+itoa(other)+"/balance", "", "X-API-Key", key), 404, "not_found")
	p.want(p.call("GET", "/clients/99999/balance", "", "X-API-Key", key), 404, "not_found")
}

func TestBankChannels(t *testing.T) {
	t.Parallel()
	p := newPortal(t)
	_, key := p.keyed("toko@example.com")
	got := p.want(p.call("GET", "/bank-channels/code/bca", "", "X-API-Key", key), 200, "")
	if bca := servicetest.Into[readmodel.BankChannel](t, got); bca.Code != "BCA" || !bca.Active {
		t.Errorf("BCA is %+v", bca)
	}
	p.want(p.call("GET", "/bank-channels/code/NOBANK", "", "X-API-Key", key), 404, "not_found")
	p.want(p.call("GET", "/bank-channels/active", "", "X-API-Key", key), 200, "")
}
