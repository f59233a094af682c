package person_test

import (
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/mail"
	"gateway/domain/person"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// people folds the people of client 7, whose owner is toko@example.com.
var people = domain.Aggregate[person.State]{Category: "account", Evolve: func(s person.State, e domain.Event) person.State {
	if s.ClientID == 0 {
		s = person.Registered(7, "toko@example.com", "hash")
	}
	return person.Evolve(s, e)
}}

type decision = func(person.State) ([]domain.Event, error)

func events(e ...domain.Event) []domain.Event { return e }

// other is an event that changes no person.
type other struct{}

func (other) EventType() string { return "other" }

var (
	owner   = events(other{})
	invited = person.Invited{
		ClientID: 7, PersonID: 9, Email: "ani@example.com", Role: person.RoleViewer, ClientName: "Toko", Number: 1,
		ExpiresAt: noon.Add(7 * 24 * time.Hour), By: "client:7/person:7", At: noon,
	}
	joined    = person.Joined{ClientID: 7, PersonID: 9, PasswordHash: "hash", At: noon}
	requested = person.ResetRequested{
		ClientID: 7, PersonID: 7, To: "toko@example.com", Number: 1, ExpiresAt: noon.Add(time.Hour), At: noon,
	}
	changed = person.PasswordChanged{ClientID: 7, PersonID: 7, PasswordHash: "new", By: person.ByLink, At: noon}
)

func TestInvitations(t *testing.T) {
	t.Parallel()
	invite := func(id int64, email, role string) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.Invite(s, person.InviteCmd{
				PersonID: id, Email: email, Role: role, ClientName: "Toko", By: "client:7/person:7", At: noon,
			})
		}
	}
	join := func(number int, at time.Time) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.Join(s, person.JoinCmd{PersonID: 9, Number: number, PasswordHash: "hash", At: at})
		}
	}
	renewed := invited
	renewed.Number, renewed.Role = 2, person.RoleFinance
	removed := person.Removed{ClientID: 7, PersonID: 9, By: "client:7/person:7", At: noon}
	again := invited
	again.PersonID = 10
	full := owner
	for i := range int64(99) {
		full = append(full, person.Invited{PersonID: 100 + i, Email: strings.Repeat("a", int(i)+1) + "@b"})
	}
	domaintest.Run(t, people, []domaintest.Case[person.State]{
		{Name: "invite with no role there is", Given: owner, When: invite(9, "toko@example.com", "root"), Refused: "invalid_field role"},
		{Name: "invite the owner", Given: owner, When: invite(9, "Toko@example.com", person.RoleViewer), Refused: "person_exists"},
		{Name: "invite a person", Given: events(invited, joined), When: invite(10, "ani@example.com", person.RoleViewer), Refused: "person_exists"},
		{Name: "invite again, with another role", Given: events(invited), When: invite(10, "ani@example.com", person.RoleFinance), Then: events(renewed)},
		{Name: "invite one more than there may be", Given: full, When: invite(9, "ani@example.com", person.RoleViewer), Refused: "too_many_people"},
		{Name: "invite again where there is no more room", Given: append(full[:99:99], invited), When: invite(10, "ani@example.com", person.RoleFinance), Then: events(renewed)},
		{Name: "invite", Given: owner, When: invite(9, "ani@example.com", person.RoleViewer), Then: events(invited)},
		{Name: "invite who was removed", Given: events(invited, joined, removed), When: invite(10, "ani@example.com", person.RoleViewer), Then: events(again)},
		{Name: "join without an invitation", Given: owner, When: join(1, noon), Refused: "link_invalid"},
		{Name: "join with the link of before", Given: events(invited, renewed), When: join(1, noon), Refused: "link_invalid"},
		{Name: "join too late", Given: events(invited), When: join(1, invited.ExpiresAt), Refused: "link_invalid"},
		{Name: "join when removed", Given: events(invited, removed), When: join(1, noon), Refused: "link_invalid"},
		{Name: "join twice", Given: events(invited, joined), When: join(1, noon), Refused: "link_invalid"},
		{Name: "join", Given: events(invited), When: join(1, noon), Then: events(joined)},
		{Name: "join with the newest link", Given: events(invited, renewed), When: join(2, noon), Then: events(joined)},
	})
}

func TestAClientIsNeverWithoutItsOwner(t *testing.T) {
	t.Parallel()
	role := func(id int64, role string) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.ChangeRole(s, person.ChangeRoleCmd{PersonID: id, Role: role, By: "client:7/person:7", At: noon})
		}
	}
	remove := func(id int64) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.Remove(s, person.RemoveCmd{PersonID: id, By: "client:7/person:7", At: noon})
		}
	}
	changed := person.RoleChanged{ClientID: 7, PersonID: 9, Role: person.RoleOwner, By: "client:7/person:7", At: noon}
	removed := person.Removed{ClientID: 7, PersonID: 9, By: "client:7/person:7", At: noon}
	domaintest.Run(t, people, []domaintest.Case[person.State]{
		{Name: "another role for a stranger", Given: owner, When: role(9, "root"), Refused: "person_not_found"},
		{Name: "no role there is", Given: events(invited), When: role(9, "root"), Refused: "invalid_field role"},
		{Name: "the same role", Given: events(invited), When: role(9, person.RoleViewer)},
		{Name: "the same role for the owner", Given: owner, When: role(7, person.RoleOwner)},
		{Name: "another role for the owner", Given: owner, When: role(7, person.RoleViewer), Refused: "owner_required"},
		{Name: "another role for the owner beside a second one", Given: events(invited, joined, changed), When: role(7, person.RoleViewer), Refused: "owner_required"},
		{Name: "a second owner", Given: events(invited, joined), When: role(9, person.RoleOwner), Then: events(changed)},
		{Name: "remove a stranger", Given: owner, When: remove(9), Refused: "person_not_found"},
		{Name: "remove the owner", Given: owner, When: remove(7), Refused: "owner_required"},
		{Name: "remove", Given: events(invited, joined), When: remove(9), Then: events(removed)},
		{Name: "withdraw an invitation", Given: events(invited), When: remove(9), Then: events(removed)},
		{Name: "remove twice", Given: events(invited, removed), When: remove(9), Refused: "person_not_found"},
	})
}

func TestALinkForANewPasswordIsGoodOnceAndForAnHour(t *testing.T) {
	t.Parallel()
	request := func(id int64, to string, at time.Time) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.RequestReset(s, person.RequestResetCmd{PersonID: id, To: to, At: at})
		}
	}
	reset := func(number int, at time.Time) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.Reset(s, person.ResetCmd{PersonID: 7, Number: number, PasswordHash: "new", At: at})
		}
	}
	nth := func(n int, at time.Time) person.ResetRequested {
		e := requested
		e.Number, e.At, e.ExpiresAt = n, at, at.Add(time.Hour)
		return e
	}
	handedOut := nth(4711, noon)
	handedOut.To = ""
	handOut := func(s person.State) ([]domain.Event, error) {
		return person.RequestReset(s, person.RequestResetCmd{PersonID: 7, Number: 4711, At: noon})
	}
	late := noon.Add(time.Hour)
	domaintest.Run(t, people, []domaintest.Case[person.State]{
		{Name: "for a stranger", Given: owner, When: request(9, "", noon), Refused: "person_not_found"},
		{Name: "for one who has not joined", Given: events(invited), When: request(9, "", noon), Refused: "person_not_found"},
		{Name: "the first", Given: owner, When: request(7, "toko@example.com", noon), Then: events(requested)},
		{Name: "the fourth within an hour", Given: events(nth(1, noon), nth(2, noon), nth(3, noon)), When: request(7, "toko@example.com", noon)},
		{Name: "the fourth, handed out", Given: events(nth(1, noon), nth(2, noon), nth(3, noon)), When: handOut, Then: events(handedOut)},
		{Name: "the fourth after an hour", Given: events(nth(1, noon), nth(2, noon), nth(3, noon)), When: request(7, "toko@example.com", late), Then: events(nth(4, late))},
		{Name: "one that is handed out does not count", Given: events(nth(1, noon), handedOut), When: request(7, "toko@example.com", noon), Then: events(nth(2, noon))},
		{Name: "use one that is handed out", Given: events(handedOut), When: reset(4711, noon), Then: events(changed)},
		{Name: "use one that was not made", Given: events(requested), When: reset(2, noon), Refused: "link_invalid"},
		{Name: "use it too late", Given: events(requested), When: reset(1, late), Refused: "link_invalid"},
		{Name: "use it twice", Given: events(requested, changed), When: reset(1, noon), Refused: "link_invalid"},
		{Name: "use one of before a change of the password", Given: events(nth(1, noon), nth(2, noon), changed), When: reset(2, noon), Refused: "link_invalid"},
		{Name: "a number is not used again after a change", Given: events(nth(1, noon), changed), When: request(7, "toko@example.com", noon), Then: events(nth(2, noon))},
		{Name: "use it", Given: events(requested), When: reset(1, noon), Then: events(changed)},
		{Name: "use the first of two", Given: events(nth(1, noon), nth(2, noon)), When: reset(1, noon), Then: events(changed)},
	})
}

func TestAPasswordIsChangedByAPersonWhoHasOne(t *testing.T) {
	t.Parallel()
	change := func(id int64) decision {
		return func(s person.State) ([]domain.Event, error) {
			return person.ChangePassword(s, person.ChangePasswordCmd{
				PersonID: id, Former: "hash", PasswordHash: "new", By: "client:7/person:7", At: noon,
			})
		}
	}
	own := changed
	own.By = "client:7/person:7"
	domaintest.Run(t, people, []domaintest.Case[person.State]{
		{Name: "of a stranger", Given: owner, When: change(9), Refused: "person_not_found"},
		{Name: "of one who has not joined", Given: events(invited), When: change(9), Refused: "person_not_found"},
		{Name: "one's own, when it changed since", Given: events(changed), When: change(7), Refused: "invalid_field current_password"},
		{Name: "one's own", Given: owner, When: change(7), Then: events(own)},
	})
}

func TestWhatEndsTheSessionsOfAPerson(t *testing.T) {
	t.Parallel()
	generation := func(id int64, given ...domain.Event) int {
		p, _ := people.Fold(person.State{}, given...).Find(id)
		return p.Generation
	}
	role := person.RoleChanged{PersonID: 9, Role: person.RoleOwner}
	if generation(7, other{}, requested, invited, joined, role) != 0 || generation(7, changed) != 1 || generation(9, invited, joined, role, role) != 2 {
		t.Error("a generation counts other events than the changes of password and role of the person")
	}
}

func TestAnEventAsksForItsMail(t *testing.T) {
	t.Parallel()
	link := mail.Link{Purpose: mail.PurposeInvitation, ClientID: 7, PersonID: 9, Number: 1}
	if got := invited.Mails(); len(got) != 1 || got[0].To != "ani@example.com" || got[0].Link != link || !got[0].Until.Equal(invited.ExpiresAt) {
		t.Errorf("%+v", got)
	}
	link = mail.Link{Purpose: mail.PurposeReset, ClientID: 7, PersonID: 7, Number: 1}
	if got := requested.Mails(); len(got) != 1 || got[0].To != "toko@example.com" || got[0].Link != link || !got[0].Until.Equal(requested.ExpiresAt) {
		t.Errorf("%+v", got)
	}
	handedOut := requested
	handedOut.To = ""
	if got := handedOut.Mails(); got != nil {
		t.Errorf("a link that is handed out is mailed: %+v", got)
	}
}
