package accountservice

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/servicetest"
	"gateway/http/service/state"
)

// peopled returns accounts with everything that people need, and a client with the owner toko@example.com.
func peopled(t *testing.T) (a accounts, client int64) {
	a = newAccounts(t)
	a.Invitations = credential.NewLimiter(3, time.Hour, a.Now)
	a.Links = credential.Links{Masters: a.Masters, URL: "https://pay.example.com"}
	a.Sessions = credential.Sessions{
		State: a.State, Kind: state.PersonSession, TTL: time.Hour, Now: a.Now,
		Limits: credential.NewLoginLimits(a.State, credential.LoginLimitOptions{Kind: state.PersonSession, Window: time.Hour, Now: a.Now}),
	}
	return a, a.approved("toko@example.com")
}

// invited invites a person, and returns the id and the token of the invitation.
func (a accounts) invited(client int64, email string) (id int64, token string) {
	a.t.Helper()
	p, err := a.Invite(service.WithActor(a.t.Context(), "client:1/person:1"), client, email, "viewer")
	if err != nil {
		a.t.Fatal(err)
	}
	return p.ID, a.Links.Token(mail.Link{Purpose: mail.PurposeInvitation, ClientID: client, PersonID: p.ID, Number: 1})
}

func codeOf(err error) string {
	var refusal *domain.Refusal
	if !errors.As(err, &refusal) {
		return fmt.Sprint(err)
	}
	return refusal.Code
}

func (a accounts) login(email string) error {
	_, _, err := a.Logins().Open(a.t.Context(), credential.Attempt{Email: email, Password: "correct horse", Address: "192.0.2.1"})
	return err
}

func TestAnInvitationWhoseAcceptanceBrokeOffAfterTheClaimIsAcceptedAgain(t *testing.T) {
	t.Parallel()
	a, client := peopled(t)
	id, token := a.invited(client, "ani@example.com")
	if _, err := a.claimEmail(t.Context(), "ani@example.com", account.EmailHolder{ClientID: client, PersonID: id}); err != nil {
		t.Fatal(err)
	}
	a.isTaken("ani@example.com")
	if err := a.SetPassword(t.Context(), token, "correct horse"); err != nil {
		t.Fatal(err)
	}
	if err := a.login("ani@example.com"); err != nil {
		t.Error(err)
	}
}

func TestAClaimOfAnAcceptanceThatBrokeOffLapsesAnHourLater(t *testing.T) {
	t.Parallel()
	a, client := peopled(t)
	id, _ := a.invited(client, "ani@example.com")
	if _, err := a.claimEmail(t.Context(), "ani@example.com", account.EmailHolder{ClientID: client, PersonID: id}); err != nil {
		t.Fatal(err)
	}
	a.isTaken("ani@example.com")
	now := a.Now
	a.Now = func() time.Time { return now().Add(time.Hour + time.Minute) }
	a.isFree("ani@example.com")
}

func TestAnAcceptanceThatIsRefusedAfterItsClaimLeavesTheAddressFree(t *testing.T) {
	t.Parallel()
	a, client := peopled(t)
	id, _ := a.invited(client, "ani@example.com")
	link := mail.Link{Purpose: mail.PurposeInvitation, ClientID: client, PersonID: id, Number: 2} // not the present link
	if err := a.join(t.Context(), link, "hash"); codeOf(err) != "link_invalid" {
		t.Fatal(err)
	}
	a.isFree("ani@example.com")
}

func TestAPersonWhoWasRemovedLeavesTheAddressFreeAndHasNoSession(t *testing.T) {
	t.Parallel()
	a, client := peopled(t)
	id, token := a.invited(client, "ani@example.com")
	if err := a.SetPassword(t.Context(), token, "correct horse"); err != nil {
		t.Fatal(err)
	}
	_, opened, err := a.Logins().Open(t.Context(), credential.Attempt{Email: "ani@example.com", Password: "correct horse", Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	if who, err := a.Logins().Authenticate(t.Context(), opened.Text); err != nil || who.Person.ID != id || who.Person.ClientID != client || who.Person.Role != "viewer" {
		t.Fatalf("%+v, %v", who, err)
	}
	if _, err := a.RemovePerson(t.Context(), client, id, true); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Logins().Authenticate(t.Context(), opened.Text); codeOf(err) != "invalid_token" {
		t.Errorf("the session: %v", err)
	}
	a.isFree("ani@example.com")
}

// Another instance changed the role, while this instance's database still has the session.
func TestASessionEndsWithTheEventAndNotOnlyWithItsRow(t *testing.T) {
	t.Parallel()
	a, client := peopled(t)
	_, token, err := a.Logins().Open(t.Context(), credential.Attempt{Email: "toko@example.com", Password: "correct horse", Address: "192.0.2.1"})
	if err != nil {
		t.Fatal(err)
	}
	hash, err := credential.HashPassword(t.Context(), "another horse")
	if err != nil {
		t.Fatal(err)
	}
	servicetest.Append(t, a.Core, account.Stream(client), person.PasswordChanged{
		ClientID: client, PersonID: client, PasswordHash: hash, By: person.ByLink,
	})
	if _, err := a.Logins().Authenticate(t.Context(), token.Text); codeOf(err) != "invalid_token" {
		t.Errorf("the session: %v", err)
	}
	if err := a.login("toko@example.com"); codeOf(err) != "wrong_credentials" {
		t.Errorf("the former password: %v", err)
	}
}

func TestInvitationsAreLimitedByClient(t *testing.T) {
	t.Parallel()
	a, client := peopled(t)
	for range 3 {
		a.invited(client, "ani@example.com")
	}
	_, err := a.Invite(service.WithActor(t.Context(), "client:1/person:9"), client, "ani@example.com", "viewer")
	if codeOf(err) != "too_many_requests" {
		t.Errorf("the fourth: %v", err)
	}
}
