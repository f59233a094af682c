package account

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/http/service"
	"gateway/http/service/credential"
	"gateway/http/service/state"
)

// The use cases of a person's own login.

// ChangePassword changes the caller's password and ends the caller's other sessions; the one
// of the token goes on. Refusals: those of prove, invalid_field password.
func (a Accounts) ChangePassword(ctx context.Context, who Caller, token string, proof credential.Proof, password string) error {
	if err := a.prove(ctx, who, proof); err != nil {
		return err
	}
	hash, err := credential.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	s, err := a.execute(ctx, who.ClientID, func(s account.State) ([]domain.Event, error) {
		return person.ChangePassword(s.People, person.ChangePasswordCmd{
			PersonID: who.ID, Former: who.PasswordHash, PasswordHash: hash, By: service.Actor(ctx), At: a.Now(),
		})
	})
	if err != nil {
		return err
	}
	p, _ := s.People.Find(who.ID)
	return a.Sessions.EndAll(ctx, who.ID, generation(s, p), token)
}

// prove checks the proof. Refusals: invalid_field current_password or code,
// *credential.TooManyError.
func (a Accounts) prove(ctx context.Context, who Caller, proof credential.Proof) error {
	err := a.Wrong.Guard(a.Sessions.Owner(who.ID), person.ErrWrongPassword, func() error {
		fits, err := credential.CheckPassword(ctx, proof.Password, who.PasswordHash)
		if err == nil && !fits {
			err = person.ErrWrongPassword
		}
		return err
	})
	if err != nil {
		return err
	}
	return a.Factors.Check(ctx, a.Sessions.Owner(who.ID), proof.Code)
}

// OpenSessions gives the caller's sessions, newest first.
func (a Accounts) OpenSessions(ctx context.Context, who Caller) ([]state.Session, error) {
	return a.Sessions.Of(ctx, who.ID, who.Session.Generation)
}

// BeginSecondFactor gives a new secret for codes, which counts once it is confirmed.
// Refusals are those of prove.
func (a Accounts) BeginSecondFactor(ctx context.Context, who Caller, proof credential.Proof) (credential.Enrolment, error) {
	if err := a.prove(ctx, who, proof); err != nil {
		return credential.Enrolment{}, err
	}
	return a.Factors.Begin(ctx, a.Sessions.Owner(who.ID), who.Email)
}

// ConfirmSecondFactor makes that secret count, by a first code, and gives the recovery
// codes. Refusals are those of secondfactor.Factors.Confirm.
func (a Accounts) ConfirmSecondFactor(ctx context.Context, who Caller, code string) (recoveryCodes []string, err error) {
	return a.Factors.Confirm(ctx, a.Sessions.Owner(who.ID), code)
}

// RemoveSecondFactor removes the caller's second factor. Refusals are those of prove.
func (a Accounts) RemoveSecondFactor(ctx context.Context, who Caller, proof credential.Proof) error {
	if err := a.prove(ctx, who, proof); err != nil {
		return err
	}
	return a.Factors.Remove(ctx, a.Sessions.Owner(who.ID), "")
}
