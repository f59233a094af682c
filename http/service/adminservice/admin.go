// Package adminservice implements the use cases of administrators: their logins (package loginservice), the
// management of other administrators, and the first administrator of an installation. What administrators do
// with other objects is in the package of each feature.
//
// Logins and sessions are decided on the log, not on a read model: an event that disables an administrator or
// ends sessions takes effect on every instance as soon as it is appended.
package adminservice

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/server/origin"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/loginservice"
	"gateway/http/service/secondfactorservice"
	"gateway/projections/readmodel/adminrows"
	"gateway/projections/readmodel/readtable"
)

// Admins implements the use cases for administrators.
type Admins struct {
	*service.Core
	// Sessions are the sessions of administrators.
	Sessions credential.Sessions
	Factors  secondfactorservice.Factors
	// Wrong limits wrong present passwords of logged-in administrators who change their login.
	Wrong *credential.Limiter
	// OnFailedLogin, if set, is called with the refusal's code for each failed login. It must return at once.
	OnFailedLogin func(code string)
}

// Caller is an administrator who logs in.
type Caller struct{ admin.Member }

// Login implements loginservice.Holder.
func (c Caller) Login() credential.Person {
	return credential.Person{ID: c.ID, Email: c.Email, PasswordHash: c.PasswordHash, Generation: c.SessionGeneration}
}

// Open logs an administrator in and records that as an event. It reports failures to OnFailedLogin. Its
// errors are those of loginservice.Logins.Open.
func (a Admins) Open(ctx context.Context, attempt credential.Attempt) (credential.Token, adminrows.Admin, error) {
	found, token, err := a.Logins().Open(ctx, attempt)
	if err != nil {
		a.countFailure(err)
		return token, adminrows.Admin{}, err
	}
	row, err := a.row(ctx, found.Member)
	if err == nil {
		err = a.recordLogin(ctx, found.Member, row.SecondFactor)
	}
	return token, row, err
}

// Logins returns the logins of administrators.
func (a Admins) Logins() loginservice.Logins[Caller] {
	return loginservice.Logins[Caller]{People: a, Sessions: a.Sessions, Factors: a.Factors, Wrong: a.Wrong}
}

// PersonByEmail implements loginservice.Directory. A disabled administrator may not log in.
func (a Admins) PersonByEmail(ctx context.Context, email string) (Caller, error) {
	return a.enabled(ctx, func(s admin.State) (admin.Member, error) { return s.FindByEmail(email) })
}

// PersonByID implements loginservice.Directory.
func (a Admins) PersonByID(ctx context.Context, id int64) (Caller, error) {
	return a.enabled(ctx, func(s admin.State) (admin.Member, error) { return s.Find(id) })
}

func (a Admins) enabled(ctx context.Context, find func(admin.State) (admin.Member, error)) (Caller, error) {
	s, err := a.staff(ctx)
	if err != nil {
		return Caller{}, err
	}
	m, err := find(s)
	if err != nil || m.Disabled {
		return Caller{}, readtable.ErrNotFound
	}
	return Caller{m}, nil
}

// ReplacePassword implements loginservice.Directory.
func (a Admins) ReplacePassword(ctx context.Context, c Caller, hash string) (generation int, err error) {
	s, err := a.execute(ctx, func(s admin.State) ([]domain.Event, error) {
		return admin.ChangePassword(s, a.act(ctx, c.ID, ""), c.PasswordHash, hash)
	})
	if err != nil {
		return 0, err
	}
	m, err := s.Find(c.ID)
	return m.SessionGeneration, err
}

// Logout ends the caller's session at once, on every instance. With everywhere it ends all sessions of the
// administrator.
func (a Admins) Logout(ctx context.Context, c loginservice.Caller[Caller], everywhere bool) error {
	_, err := a.change(ctx, c.Person.ID, func(s admin.State) ([]domain.Event, error) {
		return admin.SignOut(s, a.act(ctx, c.Person.ID, ""), everywhere)
	})
	if err != nil {
		return err
	}
	return a.Sessions.Logout(ctx, c.Token)
}

// staff returns all administrators, according to the current log.
func (a Admins) staff(ctx context.Context) (admin.State, error) {
	s, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	return s, err
}

// execute executes a command on the staff aggregate.
func (a Admins) execute(ctx context.Context, decide func(admin.State) ([]domain.Event, error)) (admin.State, error) {
	out, err := service.Execute(ctx, a.Core, admin.Aggregate, admin.Stream, decide)
	return out.State, err
}

// change executes a command that changes one administrator, and drops the sessions that its event has ended.
func (a Admins) change(ctx context.Context, id int64, decide func(admin.State) ([]domain.Event, error)) (admin.Member, error) {
	s, err := a.execute(ctx, decide)
	if err != nil {
		return admin.Member{}, err
	}
	m, err := s.Find(id)
	if err != nil {
		return m, err
	}
	return m, a.Sessions.EndAll(ctx, id, m.SessionGeneration, "")
}

// act describes what the caller does to an administrator now.
func (a Admins) act(ctx context.Context, id int64, reason string) admin.Act {
	return admin.Act{AdminID: id, Reason: reason, By: service.Actor(ctx), At: a.Now()}
}

// row returns an administrator in the form of the read model, according to the current log.
func (a Admins) row(ctx context.Context, m admin.Member) (adminrows.Admin, error) {
	active, err := a.Factors.Active(ctx, m.Name())
	return adminrows.Admin{
		ID: m.ID, Email: m.Email, Role: m.Role, Disabled: m.Disabled, SecondFactor: active, CreatedAt: m.CreatedAt,
	}, err
}

// byEmail returns the administrator with an address, in whichever form it is stored. Refusal:
// admin_not_found.
func (a Admins) byEmail(ctx context.Context, address string) (admin.Member, error) {
	s, err := a.staff(ctx)
	if err != nil {
		return admin.Member{}, err
	}
	var m admin.Member
	for _, email := range account.EmailForms(address) {
		if m, err = s.FindByEmail(email); err == nil {
			return m, nil
		}
	}
	return m, err
}

// startActor is the actor of events caused by the start of the gateway.
const startActor = "system:start"

// These match refusals of package domain/admin, which are compared by code.
var (
	errNoAdmin = domain.Refuse(domain.NotFound, "admin_not_found", "")
	errTaken   = domain.Refuse(domain.Conflict, "email_taken", "")
)

// EnsureFirst creates the administrator that the configuration names. It changes nothing when an
// administrator has that address, even a disabled one or one with another password or role. If an older
// program version wrote the log, it first adopts that version's administrators into the staff. If password is
// empty, it generates one and returns it. Several instances may call it at once. When it returns, a login
// works on every instance.
func (a Admins) EnsureFirst(ctx context.Context, email, password string) (drawn string, err error) {
	meta := eventstore.MetadataFrom(ctx)
	meta.Actor = startActor
	ctx = eventstore.WithMetadata(ctx, meta)
	if err := a.adoptFormer(ctx); err != nil {
		return "", fmt.Errorf("first admin: %w", err)
	}
	switch _, err := a.byEmail(ctx, email); {
	case err == nil:
		return "", nil
	case !errors.Is(err, errNoAdmin):
		return "", fmt.Errorf("first admin: %w", err)
	}
	if password == "" {
		drawn = drawPassword()
		password = drawn
	}
	_, err = a.Create(ctx, Request{
		Email: email, Password: password, Role: admin.RoleAdmin, Reason: "ADMIN_EMAIL",
	})
	if errors.Is(err, errTaken) { // another instance was first
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("first admin: %w", err)
	}
	return drawn, nil
}

// recordLogin records that an administrator opened a session, and from which address. It does not wait for
// read models, so that a login works while they lag.
func (a Admins) recordLogin(ctx context.Context, m admin.Member, secondFactor bool) error {
	event := admin.LoggedIn{AdminID: m.ID, SecondFactor: secondFactor, By: m.Name(), At: a.Now()}
	_, err := eventstore.Execute(origin.Recorded(service.WithActor(ctx, m.Name())), a.Log, admin.Logins, admin.LoginStream(m.ID, event.At),
		func(struct{}) ([]domain.Event, error) { return []domain.Event{event}, nil })
	return err
}

// countFailure counts a refused login. A login that only lacks its code is not finished and does not count.
func (a Admins) countFailure(err error) {
	refusal, refused := errors.AsType[*domain.Refusal](err)
	if refused && a.OnFailedLogin != nil && !errors.Is(err, credential.ErrCodeRequired) {
		a.OnFailedLogin(refusal.Code)
	}
}
