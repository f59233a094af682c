// Package loginservice implements what people do with their own login: log in, authenticate again, change the
// password, set up a second factor, see and end sessions. Administrators and merchants' people share it; each
// of the two kinds provides its people through a Directory. What others do to a login (invitations, roles,
// resets) is in the packages of the two kinds.
//
// Logins and sessions are decided on the log, not on a read model: an event that removes a person or ends the
// sessions takes effect on every instance as soon as it is appended.
package loginservice

import (
	"context"
	"errors"

	"gateway/http/service/credential"
	"gateway/http/service/secondfactorservice"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

// Holder is a person of one kind, at the time of reading the log.
type Holder interface {
	// Login returns what the person logs in with.
	Login() credential.Person
}

// Directory finds the people of one kind who may log in, according to the current log.
type Directory[P Holder] interface {
	// PersonByEmail finds a person by an e-mail address in lower case. It returns readtable.ErrNotFound also
	// for a person who may not log in. An unknown address costs the same queries as a known one.
	PersonByEmail(ctx context.Context, email string) (P, error)
	// PersonByID finds a person. It returns readtable.ErrNotFound in the same cases.
	PersonByID(ctx context.Context, id int64) (P, error)
	// ReplacePassword replaces the hash of the person's password, and returns the new generation of sessions.
	// It refuses with ErrWrongPassword when the password has changed since p's Login was read.
	ReplacePassword(ctx context.Context, p P, hash string) (generation int, err error)
}

// Logins implements the logins of one kind of people. It is safe for concurrent use, and may be copied.
type Logins[P Holder] struct {
	People Directory[P]
	// Sessions are the sessions of this kind of people.
	Sessions credential.Sessions
	// Factors are the second factors of all kinds.
	Factors secondfactorservice.Factors
	// Wrong limits wrong passwords, per person, of people who change their own login.
	Wrong *credential.Limiter
}

// Caller is a person with the session of the request.
type Caller[P Holder] struct {
	Person  P
	Session state.Session
	// Token is the token of the session.
	Token string
}

// Open logs a person in. It refuses a person who may not log in with the same error as an unknown person. Its
// errors are those of credential.Sessions.Login.
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

// Authenticate returns the person of a session's token, with the role that the person has according to the
// current log. It returns state.ErrNoSession also when the person may no longer log in, or an event ended the
// session.
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

// OpenSessions returns the caller's sessions, newest first.
func (l Logins[P]) OpenSessions(ctx context.Context, c Caller[P]) ([]state.Session, error) {
	return l.Sessions.Of(ctx, c.Session.Subject, c.Session.Generation)
}

// EndSession ends one of the caller's sessions at once, on every instance. Refusal: state.ErrSessionNotFound.
func (l Logins[P]) EndSession(ctx context.Context, c Caller[P], id int64) error {
	return l.Sessions.End(ctx, c.Session.Subject, id)
}
