// Package loginservice has what a person does with the own login: log in, prove again who it is, change the password,
// set up a second factor, see and end sessions. Administrators and merchants' people have the same; each of the two
// kinds says by Directory who its people are. What others do to a login (invitations, roles,
// resets) is in the packages of the kinds.
//
// Logins and sessions are decided on the log, not on a read model: an event that removes a person, or ends the
// sessions, counts on every instance from its append on.
package loginservice

import (
	"context"
	"errors"

	"gateway/http/service/credential"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

// Holder is a person of one kind, as the log had it when it was read.
type Holder interface {
	// Login is what the person logs in with.
	Login() credential.Person
}

// Directory knows the people of one kind who may log in, by the log as it is now.
type Directory[P Holder] interface {
	// PersonByEmail finds a person by an e-mail address in lower case. Error: readtable.ErrNotFound, also for one
	// who may not log in. An unknown address costs the same queries as a known one.
	PersonByEmail(ctx context.Context, email string) (P, error)
	// PersonByID finds a person. Error: readtable.ErrNotFound, as above.
	PersonByID(ctx context.Context, id int64) (P, error)
	// ReplacePassword replaces the hash of the person's password, and gives the generation of sessions after it.
	// Refusal: ErrWrongPassword, where the password is another than the person's Login has.
	ReplacePassword(ctx context.Context, p P, hash string) (generation int, err error)
}

// Logins are the logins of the people of one kind. It is safe for concurrent use, and may be copied.
type Logins[P Holder] struct {
	People Directory[P]
	// Sessions are those of the kind.
	Sessions credential.Sessions
	// Factors are the second factors of all kinds.
	Factors secondfactorservice.Factors
	// Wrong limits wrong passwords of people who change their own login, by person.
	Wrong *credential.Limiter
}

// Caller is a person with the session that a request came in.
type Caller[P Holder] struct {
	Person  P
	Session state.Session
	// Token is that of the session.
	Token string
}

// Open logs a person in. A person who may not log in is refused as one that is not known. Errors are
// those of credential.Sessions.Login.
func (l Logins[P]) Open(ctx context.Context, attempt credential.Attempt) (P, credential.Token, error) {
	var found P
	token, err := l.Sessions.Login(ctx, attempt, func(ctx context.Context, email string) (credential.Person, error) {
		p, err := l.People.PersonByEmail(ctx, email)
		if err != nil {
			return credential.Person{}, err
		}
		found = p
		return p.Login(), nil
	})
	return found, token, err
}

// Authenticate gives the person of a session's token, with the role that the log says the person has now. Error:
// state.ErrNoSession, also where the person may not log in any more, or an event ended the session.
func (l Logins[P]) Authenticate(ctx context.Context, token string) (Caller[P], error) {
	caller := Caller[P]{Token: token}
	var err error
	if caller.Session, err = l.Sessions.Session(ctx, token); err != nil {
		return caller, err
	}
	caller.Person, err = l.People.PersonByID(ctx, caller.Session.Subject)
	if errors.Is(err, readtable.ErrNotFound) {
		return caller, state.ErrNoSession
	}
	if err == nil && caller.Person.Login().Generation != caller.Session.Generation {
		err = state.ErrNoSession
	}
	return caller, err
}

// OpenSessions gives the caller's sessions, newest first.
func (l Logins[P]) OpenSessions(ctx context.Context, c Caller[P]) ([]state.Session, error) {
	return l.Sessions.Of(ctx, c.Session.Subject, c.Session.Generation)
}

// EndSession ends one of the caller's sessions at once, on every instance. Refusal: state.ErrSessionNotFound.
func (l Logins[P]) EndSession(ctx context.Context, c Caller[P], id int64) error {
	return l.Sessions.End(ctx, c.Session.Subject, id)
}
