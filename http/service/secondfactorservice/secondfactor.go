// Package secondfactorservice implements the use cases of second factors: set-up, the check of a code at a
// login, and removal, for administrators and merchants' people alike. owner identifies a person in the form
// that events use, such as `admin:3`.
//
// A login calls Check after the password was right. A surface on which a person sets up, replaces or removes
// a second factor must first ask for the password, and check a code with Check.
package secondfactorservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/secondfactor"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// Factors implements the use cases for the second factors of all people. It is safe for concurrent use.
type Factors struct {
	*service.Core
	TOTP credential.TOTP
	// Wrong limits wrong codes per person, from any address, because a caller that gets this far has the
	// password. It is separate from the limits of logins, which refuse by address.
	Wrong *credential.Limiter
}

// Begin returns a new secret, which takes effect when Confirm gets a first code of it. account is the
// person's e-mail address. An existing second factor stays active until then.
func (f Factors) Begin(ctx context.Context, owner, account string) (credential.Enrolment, error) {
	s, err := f.execute(ctx, owner, func(s secondfactor.State) ([]domain.Event, error) {
		return secondfactor.Begin(s, secondfactor.BeginCmd{
			Owner: owner, By: service.Actor(ctx), MasterID: f.TOTP.Masters.Current().ID, At: f.Now(),
		})
	})
	if err != nil {
		return credential.Enrolment{}, err
	}
	return f.TOTP.Enrolment(credential.Secret{Owner: owner, MasterID: s.PendingMasterID, Generation: s.Pending}, account)
}

// Confirm activates the secret of Begin and returns the recovery codes, which are shown once. Refusals: those
// of secondfactor.Confirm, *credential.TooManyError.
func (f Factors) Confirm(ctx context.Context, owner, code string) (recoveryCodes []string, err error) {
	codes, hashes := credential.NewRecoveryCodes()
	err = f.Wrong.Guard(owner, secondfactor.ErrWrongCode, func() error {
		_, err := f.execute(ctx, owner, func(s secondfactor.State) ([]domain.Event, error) {
			now := f.Now()
			step := f.TOTP.Step(credential.Secret{Owner: owner, MasterID: s.PendingMasterID, Generation: s.Pending}, code, now)
			return secondfactor.Confirm(s, secondfactor.ConfirmCmd{
				Owner: owner, By: service.Actor(ctx), Step: step, RecoveryCodes: hashes, At: now,
			})
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// Check uses up a code or a recovery code, each of which is accepted once over all instances. It returns nil
// when the person has no second factor. Refusals: secondfactor.ErrNoCode when none was given,
// secondfactor.ErrWrongCode, *credential.TooManyError.
func (f Factors) Check(ctx context.Context, owner, code string) error {
	active, err := f.Active(ctx, owner)
	if err != nil || !active {
		return err
	}
	if code == "" {
		return secondfactor.ErrNoCode
	}
	return f.Wrong.Guard(owner, secondfactor.ErrWrongCode, func() error {
		// No read model shows that a code was used, so a login waits for none.
		stream := secondfactor.Stream(owner)
		_, err := eventstore.Execute(ctx, f.Log, secondfactor.Aggregate, stream, func(s secondfactor.State) ([]domain.Event, error) {
			now := f.Now()
			step := f.TOTP.Step(credential.Secret{Owner: owner, MasterID: s.ActiveMasterID, Generation: s.Active}, code, now)
			return secondfactor.Use(s, secondfactor.UseCmd{
				Owner: owner, Step: step, RecoveryCode: credential.HashRecoveryCode(code), At: now,
			})
		})
		return err
	})
}

// Active reports whether logins of the person need a code, according to the current log.
func (f Factors) Active(ctx context.Context, owner string) (bool, error) {
	s, _, err := eventstore.Load(ctx, f.Log, secondfactor.Aggregate, secondfactor.Stream(owner))
	return s.Active != 0, err
}

// Remove removes the person's second factor, or an unconfirmed one.
func (f Factors) Remove(ctx context.Context, owner, reason string) error {
	_, err := f.execute(ctx, owner, func(s secondfactor.State) ([]domain.Event, error) {
		return secondfactor.Remove(s, secondfactor.RemoveCmd{Owner: owner, Reason: reason, By: service.Actor(ctx), At: f.Now()})
	})
	return err
}

// RemoveGained removes the person's second factor if it was set up between since and until.
func (f Factors) RemoveGained(ctx context.Context, owner string, since, until time.Time, by, reason string) error {
	_, err := f.execute(ctx, owner, func(s secondfactor.State) ([]domain.Event, error) {
		return secondfactor.RemoveGained(s, since, until, secondfactor.RemoveCmd{Owner: owner, Reason: reason, By: by, At: f.Now()})
	})
	return err
}

// execute executes a command on a person's second factor, and waits until the read models of people show the
// result.
func (f Factors) execute(
	ctx context.Context, owner string, decide func(secondfactor.State) ([]domain.Event, error),
) (secondfactor.State, error) {
	out, err := service.Execute(ctx, f.Core, secondfactor.Aggregate, secondfactor.Stream(owner), decide)
	return out.State, err
}
