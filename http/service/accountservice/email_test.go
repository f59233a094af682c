package accountservice

import (
	"errors"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/secret"
	"gateway/http/service/credential"
	"gateway/http/service/servicetest"
)

// accounts are Accounts on a real log and real read models.
type accounts struct {
	Accounts
	t *testing.T
}

func newAccounts(t *testing.T) accounts {
	core := servicetest.New(t)
	return accounts{Accounts{
		Core: core, Keys: credential.NewKeyCache(core.Queries, credential.AccountsOf(core.Log), core.Now), Masters: secret.NewRing("master"),
	}, t}
}

func (a accounts) register(email string) (clientID int64, err error) {
	a.t.Helper()
	client, err := a.Register(a.t.Context(), RegisterRequest{Name: "Toko", Email: email, Password: "correct horse"})
	return client.ID, err
}

// approved registers and approves a client.
func (a accounts) approved(email string) int64 {
	a.t.Helper()
	id, err := a.register(email)
	if err == nil {
		_, err = a.Approve(a.t.Context(), id, "")
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return id
}

func (a accounts) claim(email string, clientID int64) {
	a.t.Helper()
	if _, err := a.claimEmail(a.t.Context(), email, account.Owner(clientID)); err != nil {
		a.t.Fatal(err)
	}
}

// isTaken checks that the address cannot be registered.
func (a accounts) isTaken(email string) {
	a.t.Helper()
	if _, err := a.register(email); !errors.Is(err, errEmailTaken) {
		a.t.Errorf("%s is registered: %v", email, err)
	}
}

// isFree checks that the address can be registered, by registering it.
func (a accounts) isFree(email string) {
	a.t.Helper()
	if _, err := a.register(email); err != nil {
		a.t.Errorf("%s is not registered: %v", email, err)
	}
}

func TestARegistrationThatBrokeOffAfterItsClaimIsContinued(t *testing.T) {
	t.Parallel()
	a := newAccounts(t)
	a.claim("toko@example.com", 4711)
	if id, err := a.register("toko@example.com"); id != 4711 {
		t.Errorf("the account is %d (%v), the claim names 4711", id, err)
	}
	a.isTaken("toko@example.com")
}

func TestABrokenOffChangeOfEmailCanBeRepeatedAndItsClaimLapsesInAnHour(t *testing.T) {
	t.Parallel()
	for rule, breakOff := range map[string]func(accounts, int64){
		"after the claim": func(a accounts, clientID int64) {
			a.claim("new@example.com", clientID)
			a.isTaken("new@example.com")
		},
		"before the release": func(a accounts, clientID int64) {
			a.claim("new@example.com", clientID)
			address := "new@example.com"
			if err := a.updateProfile(a.t.Context(), clientID, account.UpdateProfileCmd{Email: &address, At: a.Now()}); err != nil {
				a.t.Fatal(err)
			}
			a.isTaken("old@example.com")
		},
	} {
		t.Run(rule, func(t *testing.T) {
			a := newAccounts(t)
			clientID := a.approved("old@example.com")
			breakOff(a, clientID)
			change := func(to string) {
				t.Helper()
				if _, err := a.UpdateProfile(t.Context(), clientID, ProfileUpdate{Email: &to}); err != nil {
					t.Fatal(err)
				}
			}
			change("new@example.com")
			now := a.Now
			a.Now = func() time.Time { return now().Add(time.Hour + time.Minute) }
			a.isTaken("new@example.com")
			a.isFree("old@example.com")
			change("third@example.com")
			a.Now = func() time.Time { return now().Add(2*time.Hour + 2*time.Minute) }
			a.isFree("new@example.com")
			a.isTaken("third@example.com")
		})
	}
}

func TestAChangeOfEmailThatIsRefusedAfterItsClaimLeavesTheAddressFree(t *testing.T) {
	t.Parallel()
	a := newAccounts(t)
	clientID := a.approved("old@example.com")
	address := "new@example.com"
	a.claim(address, clientID)
	if _, err := a.Suspend(t.Context(), clientID, "test"); err != nil {
		t.Fatal(err)
	}
	err := a.changeToClaimedEmail(t.Context(), clientID, address, account.UpdateProfileCmd{Email: &address, At: a.Now()})
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		t.Errorf("a suspended client changed its address: %v", err)
	}
	a.isFree(address)
	a.isTaken("old@example.com")
}
