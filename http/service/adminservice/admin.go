// Package adminservice has the use cases of administrators: their logins (package loginservice), the administration of others, and
// the first administrator of an installation. Their work on other things is in the package of each feature.
//
// Logins and sessions are decided on the log, not on a read model: an event that disables
// an administrator, or ends the sessions, counts on every instance from its append on.
package adminservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/loginservice"
	"gateway/http/service/secondfactorservice"
	"gateway/projections/readmodel/adminrows"
	"gateway/projections/readmodel/readtable"
)

// Admins are the administrators.
type Admins struct {
	*service.Core
	// Sessions are those of administrators.
	Sessions credential.Sessions
	Factors  secondfactorservice.Factors
	// Wrong limits wrong present passwords, of logged-in administrators who change their login.
	Wrong *credential.Limiter
	// OnFailedLogin, when set, gets the code of the refusal of each login that fails. It must return at once.
	OnFailedLogin func(code string)
}

// Caller is an administrator who logs in.
type Caller struct{ admin.Member }

// Login implements login.Holder.
func (c Caller) Login() credential.Person {
	return credential.Person{ID: c.ID, Email: c.Email, PasswordHash: c.PasswordHash, Generation: c.SessionGeneration}
}

// Open logs an administrator in, which is an event; failures are counted (OnFailedLogin). Errors are those of
// login.Logins.Open.
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

// Logins are the logins of administrators.
func (a Admins) Logins() loginservice.Logins[Caller] {
	return loginservice.Logins[Caller]{People: a, Sessions: a.Sessions, Factors: a.Factors, Wrong: a.Wrong}
}

// PersonByEmail implements login.Directory. A disabled administrator may not log in.
func (a Admins) PersonByEmail(ctx context.Context, email string) (Caller, error) {
	return a.enabled(ctx, func(s admin.State) (admin.Member, error) { return s.FindByEmail(email) })
}

// PersonByID implements login.Directory.
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

// ReplacePassword implements login.Directory.
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

// Logout ends the session of the caller at once, on every instance; everywhere, all of the
// administrator's.
func (a Admins) Logout(ctx context.Context, c loginservice.Caller[Caller], everywhere bool) error {
	_, err := a.change(ctx, c.Person.ID, func(s admin.State) ([]domain.Event, error) {
		return admin.SignOut(s, a.act(ctx, c.Person.ID, ""), everywhere)
	})
	if err != nil {
		return err
	}
	return a.Sessions.Logout(ctx, c.Token)
}

// staff gives all administrators, by the log as it is now.
func (a Admins) staff(ctx context.Context) (admin.State, error) {
	s, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream)
	return s, err
}

// execute executes a command on the administrators.
func (a Admins) execute(ctx context.Context, decide func(admin.State) ([]domain.Event, error)) (admin.State, error) {
	out, err := service.Execute(ctx, a.Core, admin.Aggregate, admin.Stream, decide)
	return out.State, err
}

// change executes a command that changes one administrator, and ends the sessions that its
// event has ended.
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

// act is what the caller does to an administrator now.
func (a Admins) act(ctx context.Context, id int64, reason string) admin.Act {
	return admin.Act{AdminID: id, Reason: reason, By: service.Actor(ctx), At: a.Now()}
}

// row gives an administrator as the read model shows it, by the log as it is now.
func (a Admins) row(ctx context.Context, m admin.Member) (adminrows.Admin, error) {
	active, err := a.Factors.Active(ctx, m.Name())
	return adminrows.Admin{
		ID: m.ID, Email: m.Email, Role: m.Role, Disabled: m.Disabled, SecondFactor: active, CreatedAt: m.CreatedAt,
	}, err
}

// byEmail gives the administrator of an address, in whichever form it is stored. Refusal:
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
