package account

import (
	"context"
	"errors"
	"math"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/state"
	"gateway/projections/readmodel"
)

// Caller is the person of a session.
type Caller struct {
	person.Person
	ClientID int64
	// Session is the session itself.
	Session state.Session
	// Account is the client's account, as the log had it when the session was checked.
	Account account.State
}

// Authenticate gives the person of a session's token, with the role that the log says the
// person has now. Error: state.ErrNoSession, also where the person was removed, or the
// password or role changed since the login.
func (a Accounts) Authenticate(ctx context.Context, token string) (Caller, error) {
	session, err := a.Sessions.Session(ctx, token)
	if err != nil {
		return Caller{}, err
	}
	clientID, err := a.Clients.of(ctx, a.Queries, session.Subject)
	if errors.Is(err, readmodel.ErrNotFound) {
		return Caller{}, state.ErrNoSession
	}
	if err != nil {
		return Caller{}, err
	}
	owner, p, err := a.person(ctx, clientID, session.Subject)
	if err == nil && (p.Status != person.StatusActive || generation(owner, p) != session.Generation) {
		err = state.ErrNoSession
	}
	return Caller{Person: p, ClientID: clientID, Session: session, Account: owner}, err
}

// person loads an account and one of its people, the zero Person where it has none with this
// id.
func (a Accounts) person(ctx context.Context, clientID, id int64) (account.State, person.Person, error) {
	s, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	p, _ := s.People.Find(id)
	return s, p, err
}

// generation is that of the person's sessions. It grows with every event that ends them.
func generation(_ account.State, p person.Person) int { return p.Generation }

// Login is a person of a client who has logged in.
type Login struct {
	Token  credential.Token
	Client readmodel.Client
}

// Login opens a session for a person. An unknown address costs the same queries as a known
// one. Errors are those of credential.Sessions.Login.
func (a Accounts) Login(ctx context.Context, attempt credential.Attempt) (Login, error) {
	var clientID int64
	token, err := a.Sessions.Login(ctx, attempt, func(ctx context.Context, email string) (credential.Person, error) {
		row, err := a.Queries.PersonByEmail(ctx, email)
		if err != nil && !errors.Is(err, readmodel.ErrNotFound) {
			return credential.Person{}, err
		}
		clientID = row.ClientID
		owner, p, loadErr := a.person(ctx, row.ClientID, row.ID)
		if loadErr != nil {
			return credential.Person{}, loadErr
		}
		return credential.Person{ID: p.ID, PasswordHash: p.PasswordHash, Generation: generation(owner, p)}, err
	})
	if err != nil {
		return Login{}, err
	}
	client, err := a.Queries.Client(ctx, clientID)
	return Login{Token: token, Client: client}, err
}

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

// ChangedPerson is a person whose role changed, with what became of the keys that the person issued.
type ChangedPerson struct {
	readmodel.Person
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
	if err := a.Sessions.EndAll(ctx, id, generation(s, p), ""); err != nil {
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
