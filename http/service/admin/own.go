package admin

import (
	"context"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/http/service/credential"
	"gateway/http/service/state"
)

// ChangePassword changes the administrator's own password and ends all other sessions; the
// one of the token goes on. Refusals: those of prove, invalid_field password.
func (a Admins) ChangePassword(ctx context.Context, m admin.Member, token string, proof credential.Proof, password string) error {
	hash, err := credential.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	if err := a.prove(ctx, m, proof); err != nil {
		return err
	}
	_, err = a.change(ctx, m.ID, token, func(s admin.State) ([]domain.Event, error) {
		return admin.ChangePassword(s, a.act(ctx, m.ID, ""), m.PasswordHash, hash)
	})
	return err
}

// prove checks the proof. Refusals: invalid_field current_password or code,
// *credential.TooManyError.
func (a Admins) prove(ctx context.Context, m admin.Member, proof credential.Proof) error {
	err := a.Wrong.Guard(m.Name(), admin.ErrWrongPassword, func() error {
		fits, err := credential.CheckPassword(ctx, proof.Password, m.PasswordHash)
		if err == nil && !fits {
			err = admin.ErrWrongPassword
		}
		return err
	})
	if err != nil {
		return err
	}
	return a.Factors.Check(ctx, m.Name(), proof.Code)
}

// Logout ends the session of the token at once, on every instance; everywhere, all of the
// administrator's.
func (a Admins) Logout(ctx context.Context, m admin.Member, token string, everywhere bool) error {
	_, err := a.change(ctx, m.ID, "", func(s admin.State) ([]domain.Event, error) {
		return admin.SignOut(s, a.act(ctx, m.ID, ""), everywhere)
	})
	if err != nil {
		return err
	}
	return a.Sessions.Logout(ctx, token)
}

// OpenSessions gives the administrator's sessions, newest first.
func (a Admins) OpenSessions(ctx context.Context, m admin.Member) ([]state.Session, error) {
	return a.Sessions.Of(ctx, m.ID, m.SessionGeneration)
}

// BeginSecondFactor gives a new secret for codes, which counts once it is confirmed.
// Refusals are those of prove.
func (a Admins) BeginSecondFactor(ctx context.Context, m admin.Member, proof credential.Proof) (credential.Enrolment, error) {
	if err := a.prove(ctx, m, proof); err != nil {
		return credential.Enrolment{}, err
	}
	return a.Factors.Begin(ctx, m.Name(), m.Email)
}

// ConfirmSecondFactor makes that secret count, by a first code, and gives the recovery
// codes. Refusals are those of secondfactor.Factors.Confirm.
func (a Admins) ConfirmSecondFactor(ctx context.Context, m admin.Member, code string) (recoveryCodes []string, err error) {
	return a.Factors.Confirm(ctx, m.Name(), code)
}

// RemoveSecondFactor removes the administrator's own second factor. Refusals are those of
// prove.
func (a Admins) RemoveSecondFactor(ctx context.Context, m admin.Member, proof credential.Proof) error {
	if err := a.prove(ctx, m, proof); err != nil {
		return err
	}
	return a.Factors.Remove(ctx, m.Name(), "")
}
