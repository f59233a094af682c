// Package admin has the use cases of administrators: login, their own password, second
// factor and sessions, the administration of others, and the first administrator of an
// installation. Their work on other things is in the package of each feature.
//
// Logins and sessions are decided on the log, not on a read model: an event that disables
// an administrator, or ends the sessions, counts on every instance from its append on.
package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/secondfactor"
	"gateway/http/service/state"
	"gateway/projections/readmodel"
)

// Admins are the administrators.
type Admins struct {
	*service.Core
	// Sessions are those of administrators.
	Sessions credential.Sessions
	Factors  secondfactor.Factors
	// Wrong limits wrong present passwords, of logged-in administrators who change their login.
	Wrong *credential.Limiter
}

// Login is an administrator who has logged in.
type Login struct {
	Token credential.Token
	Admin readmodel.Admin
}

// Login opens a session for an administrator. A disabled one is refused as one that is not
// known. Errors are those of credential.Sessions.Login.
func (a Admins) Login(ctx context.Context, attempt credential.Attempt) (Login, error) {
	var found admin.Member
	token, err := a.Sessions.Login(ctx, attempt, func(ctx context.Context, email string) (credential.Person, error) {
		s, err := a.staff(ctx)
		if err != nil {
			return credential.Person{}, err
		}
		if found, err = s.FindByEmail(email); err != nil || found.Disabled {
			return credential.Person{}, readmodel.ErrNotFound
		}
		return credential.Person{ID: found.ID, PasswordHash: found.PasswordHash, Generation: found.SessionGeneration}, nil
	})
	if err != nil {
		return Login{}, err
	}
	row, err := a.row(ctx, found)
	return Login{Token: token, Admin: row}, err
}

// Authenticate gives the administrator whose session token this is, with the role of now.
// Error: state.ErrNoSession, also for a session that an event ended.
func (a Admins) Authenticate(ctx context.Context, token string) (admin.Member, error) {
	session, err := a.Sessions.Session(ctx, token)
	if err != nil {
		return admin.Member{}, err
	}
	s, err := a.staff(ctx)
	if err != nil {
		return admin.Member{}, err
	}
	m, err := s.Find(session.Subject)
	if err != nil || m.Disabled || m.SessionGeneration != session.Generation {
		return admin.Member{}, state.ErrNoSession
	}
	return m, nil
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
// event has ended, but for that of the token keep.
func (a Admins) change(
	ctx context.Context, id int64, keep string, decide func(admin.State) ([]domain.Event, error),
) (admin.Member, error) {
	s, err := a.execute(ctx, decide)
	if err != nil {
		return admin.Member{}, err
	}
	m, err := s.Find(id)
	if err != nil {
		return m, err
	}
	return m, a.Sessions.EndAll(ctx, id, m.SessionGeneration, keep)
}

// act is what the caller does to an administrator now.
func (a Admins) act(ctx context.Context, id int64, reason string) admin.Act {
	return admin.Act{AdminID: id, Reason: reason, By: service.Actor(ctx), At: a.Now()}
}

// row gives an administrator as the read model shows it, by the log as it is now.
func (a Admins) row(ctx context.Context, m admin.Member) (readmodel.Admin, error) {
	active, err := a.Factors.Active(ctx, m.Name())
	return readmodel.Admin{
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
