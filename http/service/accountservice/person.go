package accountservice

import (
	"context"
	"errors"
	"math"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/readmodel/personrows"
)

// Invite invites a person by mail. It does not reveal whether the address belongs to another client's person.
// Refusals: invalid_field email, *credential.TooManyError, and those of person.Invite.
func (a Accounts) Invite(ctx context.Context, clientID int64, email, role string) (personrows.Person, error) {
	email, err := account.NormalizeEmail(email)
	if err != nil {
		return personrows.Person{}, err
	}
	if _, err := a.Invitations.Take(service.Caller(ctx)); err != nil {
		return personrows.Person{}, err
	}
	// The person's id comes from the sequence of clients, so that it equals no client's id: a client has the
	// id of the person who registered it.
	id, err := a.IDs.Next(ctx, sequence.Client)
	if err != nil {
		return personrows.Person{}, err
	}
	_, err = a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		events, err := person.Invite(s.People, person.InviteCmd{
			PersonID: id, Email: email, Role: role, ClientName: s.Name, By: service.Actor(ctx), At: a.Now(),
		})
		if err == nil {
			id = events[0].(person.Invited).PersonID // the id of the renewed invitation
		}
		return events, err
	})
	if err != nil {
		return personrows.Person{}, err
	}
	return a.Queries.Person(ctx, clientID, id)
}

// ChangedPerson is a person whose role changed, and the keys of the person that were affected.
type ChangedPerson struct {
	personrows.Person
	KeysOfPerson
}

// ChangeRole gives a person another role and ends the person's sessions. If the person may issue fewer keys
// than before, it also ends the restricted keys that the person issued. Its refusals are those of
// account.ChangeRole.
func (a Accounts) ChangeRole(ctx context.Context, clientID, id int64, role string) (ChangedPerson, error) {
	keys := noKeys()
	s, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		at := a.Now()
		events, err := account.ChangeRole(s, person.ChangeRoleCmd{PersonID: id, Role: role, By: service.Actor(ctx), At: at})
		keys = noKeys()
		if before, _ := s.People.Find(id); len(events) > 0 && account.Demotes(before.Role, role) {
			keys = keysOf(s, id, at, true)
		}
		return events, err
	})
	if err != nil {
		return ChangedPerson{}, err
	}
	a.Keys.Clear()
	p, _ := s.People.Find(id)
	if err := a.Sessions.EndAll(ctx, id, p.Generation, ""); err != nil {
		return ChangedPerson{}, err
	}
	row, err := a.Queries.Person(ctx, clientID, id)
	return ChangedPerson{row, keys}, err
}

// RemovePerson removes a person, or withdraws an invitation. It ends the person's sessions and frees the
// address. If endKeys is true, it also ends the restricted keys that the person issued. Its refusals are
// those of account.RemovePerson.
func (a Accounts) RemovePerson(ctx context.Context, clientID, id int64, endKeys bool) (KeysOfPerson, error) {
	var removed person.Person
	keys := noKeys()
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		at := a.Now()
		removed, _ = s.People.Find(id)
		keys = keysOf(s, id, at, endKeys)
		return account.RemovePerson(s, account.RemovePersonCmd{
			RemoveCmd: person.RemoveCmd{PersonID: id, By: service.Actor(ctx), At: at}, EndKeys: endKeys,
		})
	})
	if err != nil {
		return noKeys(), err
	}
	a.Keys.Clear()
	ctx = context.WithoutCancel(ctx)
	if removed.Status == person.StatusActive {
		holder := account.EmailHolder{ClientID: clientID, PersonID: id}
		err = a.releaseEmail(ctx, removed.Email, holder) // a claim left by a crash lapses
	}
	return keys, errors.Join(err, a.Sessions.EndAll(ctx, id, math.MaxInt32, ""))
}
