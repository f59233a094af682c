package accountservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/loginservice"
	"gateway/projections/readmodel/readtable"
)

// Caller is a person of a client who logs in.
type Caller struct {
	person.Person
	ClientID int64
	// Account is the client's account at the time the person was read from the log.
	Account account.State
}

// Login implements loginservice.Holder.
func (c Caller) Login() credential.Person {
	return credential.Person{ID: c.ID, Email: c.Email, PasswordHash: c.PasswordHash, Generation: c.Generation}
}

// Logins returns the logins of clients' people.
func (a Accounts) Logins() loginservice.Logins[Caller] {
	return loginservice.Logins[Caller]{People: a, Sessions: a.Sessions, Factors: a.Factors, Wrong: a.Wrong}
}

// PersonByEmail implements loginservice.Directory.
func (a Accounts) PersonByEmail(ctx context.Context, email string) (Caller, error) {
	row, err := a.Queries.PersonByEmail(ctx, email)
	if err != nil && !errors.Is(err, readtable.ErrNotFound) {
		return Caller{}, err
	}
	found, loadErr := a.activePerson(ctx, row.ClientID, row.ID) // loaded even when there is no row, so that it takes as long
	return found, errors.Join(err, loadErr)
}

// PersonByID implements loginservice.Directory.
func (a Accounts) PersonByID(ctx context.Context, id int64) (Caller, error) {
	clientID, err := a.Clients.of(ctx, a.Queries, id)
	if err != nil {
		return Caller{}, err
	}
	return a.activePerson(ctx, clientID, id)
}

// ReplacePassword implements loginservice.Directory.
func (a Accounts) ReplacePassword(ctx context.Context, who Caller, hash string) (generation int, err error) {
	s, err := a.execute(ctx, who.ClientID, func(s account.State) ([]domain.Event, error) {
		return person.ChangePassword(s.People, person.ChangePasswordCmd{
			PersonID: who.ID, Former: who.PasswordHash, PasswordHash: hash, By: service.Actor(ctx), At: a.Now(),
		})
	})
	p, _ := s.People.Find(who.ID)
	return p.Generation, err
}

// activePerson loads a person who has accepted the invitation. Error: readtable.ErrNotFound.
func (a Accounts) activePerson(ctx context.Context, clientID, id int64) (Caller, error) {
	s, p, err := a.person(ctx, clientID, id)
	if err == nil && p.Status != person.StatusActive {
		err = readtable.ErrNotFound
	}
	return Caller{Person: p, ClientID: clientID, Account: s}, err
}

// person loads an account and one of its people, which is the zero Person when there is none with this id.
func (a Accounts) person(ctx context.Context, clientID, id int64) (account.State, person.Person, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	p, _ := s.People.Find(id)
	return s, p, err
}
