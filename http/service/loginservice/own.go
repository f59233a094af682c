package loginservice

import (
	"context"

	"gateway/domain"
	"gateway/http/service/credential"
)

// ErrWrongPassword refuses a change of the own login without its present password.
var ErrWrongPassword = domain.InvalidField("current_password", "is not your password")

// ChangePassword changes the caller's password and ends the caller's other sessions; the one
// of the request goes on. Refusals: those of prove, invalid_field password.
func (l Logins[P]) ChangePassword(ctx context.Context, c Caller[P], proof credential.Proof, password string) error {
	if err := credential.CheckLength(password); err != nil {
		return err
	}
	if err := l.prove(ctx, c, proof); err != nil {
		return err
	}
	hash, err := credential.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	generation, err := l.People.ReplacePassword(ctx, c.Person, hash)
	if err != nil {
		return err
	}
	return l.Sessions.EndAll(ctx, c.Session.Subject, generation, c.Token)
}

// BeginSecondFactor gives a new secret for codes, which counts once it is confirmed.
// Refusals are those of prove.
func (l Logins[P]) BeginSecondFactor(ctx context.Context, c Caller[P], proof credential.Proof) (credential.Enrolment, error) {
	if err := l.prove(ctx, c, proof); err != nil {
		return credential.Enrolment{}, err
	}
	return l.Factors.Begin(ctx, l.owner(c), c.Person.Login().Email)
}

// ConfirmSecondFactor makes that secret count, by a first code, and gives the recovery
// codes. Refusals are those of secondfactorservice.Factors.Confirm.
func (l Logins[P]) ConfirmSecondFactor(ctx context.Context, c Caller[P], code string) (recoveryCodes []string, err error) {
	return l.Factors.Confirm(ctx, l.owner(c), code)
}

// RemoveSecondFactor removes the caller's second factor. Refusals are those of prove.
func (l Logins[P]) RemoveSecondFactor(ctx context.Context, c Caller[P], proof credential.Proof) error {
	if err := l.prove(ctx, c, proof); err != nil {
		return err
	}
	return l.Factors.Remove(ctx, l.owner(c), "")
}

// owner names the caller as the owner of a second factor.
func (l Logins[P]) owner(c Caller[P]) string { return l.Sessions.Owner(c.Session.Subject) }

// prove checks a proof that came with the request, which proves the session, too. Refusals: ErrWrongPassword, invalid_field code,
// *credential.TooManyError.
func (l Logins[P]) prove(ctx context.Context, c Caller[P], proof credential.Proof) error {
	err := l.Wrong.Guard(l.owner(c), ErrWrongPassword, func() error {
		fits, err := credential.CheckPassword(ctx, proof.Password, c.Person.Login().PasswordHash)
		if err == nil && !fits {
			err = ErrWrongPassword
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := l.Factors.Check(ctx, l.owner(c), proof.Code); err != nil {
		return err
	}
	return l.Sessions.Prove(ctx, c.Token)
}
