package accountservice

import (
	"testing"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/servicetest"
)

// older returns a client that an older gateway registered with an address that the rules no longer allow.
func (a accounts) older(email string) int64 {
	a.t.Helper()
	const id = 4711
	a.claim(email, id)
	hash, err := credential.HashPassword(a.t.Context(), "correct horse")
	if err == nil {
		_, err = service.Execute(a.t.Context(), a.Core, account.Aggregate, account.Stream(id), func(s account.State) ([]domain.Event, error) {
			return account.Register(s, account.RegisterCmd{
				ClientID: id, Code: "M004711", Name: "Toko", Email: email, PasswordHash: hash, MasterID: a.Masters.Current().ID, At: a.Now(),
			})
		}, eventstore.ExpectNew)
	}
	if err == nil {
		_, err = a.Approve(a.t.Context(), id, "")
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return id
}

func TestALoginOfAnAddressThatIsNoneAnyMoreStaysAsItWas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, stored, typed string }{
		{"angle brackets", "n1<victim@example.com>", " N1<Victim@example.com>"},
		{"a turned direction", "a\u202eb@example.com", "A\u202eb@example.com"},
		{"decomposed", "jose\u0301@example.com", "Jose\u0301@example.com"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a, _ := peopled(t)
			id := a.older(c.stored)
			if err := a.login(c.typed); err != nil {
				t.Errorf("the login is refused: %v", err)
			}
			if err := a.requestReset(t.Context(), c.typed); err != nil || servicetest.Count(t, a.Core, "person.reset_requested.v1") != 1 {
				t.Errorf("a forgotten password brings no link: %v", err)
			}
			name := "Toko Baru"
			row, err := a.UpdateProfile(t.Context(), id, ProfileUpdate{Name: &name, Email: &c.typed})
			if err != nil || row.Name != name || row.Email != c.stored {
				t.Errorf("the profile is %+v, %v", row, err)
			}
			if codeOf(a.changeEmailTo(id, "n2<victim@example.com>")) != "invalid_field" {
				t.Error("it is changed to another such address")
			}
		})
	}
}

// changeEmailTo changes the client's address.
func (a accounts) changeEmailTo(id int64, email string) error {
	_, err := a.UpdateProfile(a.t.Context(), id, ProfileUpdate{Email: &email})
	return err
}

func TestAnAddressHasOneClaimInWhicheverFormItIsSent(t *testing.T) {
	t.Parallel()
	a, _ := peopled(t)
	a.isFree("Jos\u00e9@example.com")
	a.isTaken("jose\u0301@example.com")
	if err := a.login("jose\u0301@example.com"); err != nil {
		t.Errorf("the decomposed form does not log in: %v", err)
	}
	a.older("rene\u0301@example.com")
	a.isTaken("ren\u00e9@example.com")
}
