// Package admin has the use cases of administrators' own accounts: login, creation, and
// the first administrator of an installation. Their work on other things is in the
// package of each feature.
package admin

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/state"
	"gateway/projections/readmodel"
)

// Admins are the administrators.
type Admins struct {
	*service.Core
	// Sessions are those of administrators.
	Sessions credential.Sessions
}

// Request is a new administrator. Role is one of domain/admin; the password has 8 to
// 255 bytes.
type Request struct {
	Email, Password, Role string
}

// Create adds an administrator. Refusals: invalid_field email or password, and those of
// admin.Create.
//
// It takes no Idempotency-Key, because the log would then hold a plain SHA-256 of a body
// with a password in it. A repetition is refused, since the address exists.
func (a Admins) Create(ctx context.Context, r Request) (readmodel.Admin, error) {
	var none readmodel.Admin
	email, err := account.NormalizeEmail(r.Email)
	if err != nil {
		return none, err
	}
	hash, err := credential.HashPassword(ctx, r.Password)
	if err != nil {
		return none, err
	}
	id, err := a.IDs.Next(ctx, sequence.Admin)
	if err != nil {
		return none, err
	}
	cmd := admin.CreateCmd{
		AdminID: id, Email: email, PasswordHash: hash, Role: r.Role, By: service.Actor(ctx), At: a.Now(),
	}
	_, err = service.Execute(ctx, a.Core, admin.Aggregate, admin.Stream(email),
		func(s admin.State) ([]domain.Event, error) { return admin.Create(s, cmd) })
	if err != nil {
		return none, err
	}
	return a.Queries.Admin(ctx, id)
}

// Login is an administrator who has logged in.
type Login struct {
	Token credential.Token
	Admin readmodel.Admin
}

// Login opens a session for an administrator. Errors are those of auth.Sessions.Login.
func (a Admins) Login(ctx context.Context, attempt credential.Attempt) (Login, error) {
	var found readmodel.Admin
	token, err := a.Sessions.Login(ctx, attempt, func(ctx context.Context, email string) (_ credential.Person, err error) {
		found, err = a.Queries.AdminByEmail(ctx, email)
		return credential.Person{ID: found.ID, PasswordHash: found.PasswordHash}, err
	})
	return Login{Token: token, Admin: found}, err
}

// Authenticate gives the administrator whose session token this is, with the role that
// he has now. A session that was opened with a former password has ended. Error:
// state.ErrNoSession.
func (a Admins) Authenticate(ctx context.Context, token string) (readmodel.Admin, error) {
	session, err := a.Sessions.Session(ctx, token)
	if err != nil {
		return readmodel.Admin{}, err
	}
	found, err := a.Queries.Admin(ctx, session.Subject)
	if errors.Is(err, readmodel.ErrNotFound) || err == nil && !session.OpenedWith(found.PasswordHash) {
		err = state.ErrNoSession
	}
	return found, err
}
