package account

import (
	"context"
	"errors"
	"math"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/projections/readmodel"
)

// Invite invites a person by mail. It does not tell whether the address belongs to another
// client's person. Refusals: invalid_field email, *credential.TooManyError, and those of person.Invite.
func (a Accounts) Invite(ctx context.Context, clientID int64, email, role string) (readmodel.Person, error) {
	email, err := account.NormalizeEmail(email)
	if err != nil {
		return readmodel.Person{}, err
	}
	if _, err := a.Invitations.Take(service.Caller(ctx)); err != nil {
		return readmodel.Person{}, err
	}
	// Its id is from the sequence of clients, so that it is no client's id: a client's is the
	// id of the person who registered it.
	id, err := a.IDs.Next(ctx, sequence.Client)
	if err != nil {
		return readmodel.Person{}, err
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
		return readmodel.Person{}, err
	}
	return a.Queries.Person(ctx, clientID, id)
}

// ChangeRole gives a person another role and ends the person's sessions. Refusals are those
// of person.ChangeRole.
func (a Accounts) ChangeRole(ctx context.Context, clientID, id int64, role string) (readmodel.Person, error) {
	s, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return person.ChangeRole(s.People, person.ChangeRoleCmd{PersonID: id, Role: role, By: service.Actor(ctx), At: a.Now()})
	})
	if err != nil {
		return readmodel.Person{}, err
	}
	p, _ := s.People.Find(id)
	if err := a.Sessions.EndAll(ctx, id, p.Generation, ""); err != nil {
		return readmodel.Person{}, err
	}
	return a.Queries.Person(ctx, clientID, id)
}

// RemovePerson takes a person away, or withdraws an invitation. The person's sessions end,
// and the address is free. Refusals are those of person.Remove.
func (a Accounts) RemovePerson(ctx context.Context, clientID, id int64) error {
	var removed person.Person
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		removed, _ = s.People.Find(id)
		return person.Remove(s.People, person.RemoveCmd{PersonID: id, By: service.Actor(ctx), At: a.Now()})
	})
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	if removed.Status == person.StatusActive {
		holder := account.EmailHolder{ClientID: clientID, PersonID: id}
		err = a.releaseEmail(ctx, removed.Email, holder) // one that is left by a crash lapses
	}
	return errors.Join(err, a.Sessions.EndAll(ctx, id, math.MaxInt32, ""))
}
