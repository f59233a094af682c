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

// Invite invites a person by mail. It does not tell whether the address belongs to another
// client's person. Refusals: invalid_field email, *credential.TooManyError, and those of person.Invite.
func (a Accounts) Invite(ctx context.Context, clientID int64, email, role string) (personrows.Person, error) {
	email, err := account.NormalizeEmail(email)
	if err != nil {
		return personrows.Person{}, err
	}
	if _, err := a.Invitations.Take(service.Caller(ctx)); err != nil {
		return personrows.Person{}, err
	}
	// Its id is from the sequence of clients, so that it is no client's id: a client's is the
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
			id = events[0].(person.Invited).PersonID // that of an invitation that is renewed
		}
		return events, err
	})
	if err != nil {
		return personrows.Person{}, err
	}
	return a.Queries.Person(ctx, clientID, id)
}

// ChangedPerson is a person whose role changed, with what became of the keys that the person issued.
type ChangedPerson struct {
	personrows.Person
	KeysOfPerson
}

// ChangeRole gives a person another role and ends the person's sessions, and where the person may issue less
// than before, the restricted keys that the person issued. Refusals are those of account.ChangeRole.
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

// RemovePerson takes a person away, or withdraws an invitation. The person's sessions end,
// and the address is free. Where endKeys, the restricted keys end that the person issued. Refusals are
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
		err = a.releaseEmail(ctx, removed.Email, holder) // one that is left by a crash lapses
	}
	return keys, errors.Join(err, a.Sessions.EndAll(ctx, id, math.MaxInt32, ""))
}
