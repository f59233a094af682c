package loginservice

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/secondfactor"
	"gateway/http/service/credential"
)

// ProofLasts is how long a login or a confirmation counts as proof of the person's identity.
const ProofLasts = 10 * time.Minute

// ErrConfirmationNeeded refuses an act that needs a fresh proof, because the session's proof is older than
// ProofLasts.
var ErrConfirmationNeeded = domain.Refuse(domain.Forbidden, "confirmation_needed",
	"this needs your password again, and a code where a second factor is set up: confirm, and repeat the request")

// NeedFresh refuses a caller whose session has no fresh proof with ErrConfirmationNeeded. So a stolen session
// alone can neither redirect money nor give others access.
func (l Logins[P]) NeedFresh(c Caller[P]) error {
	if l.Sessions.Now().Sub(c.Session.ProvenAt) < ProofLasts {
		return nil
	}
	return ErrConfirmationNeeded
}

// Confirm proves the caller's session by the password and, where a second factor is set up, a code. Failures count
// as failed logins. Refusals: invalid_field password or code, *credential.TooManyError.
func (l Logins[P]) Confirm(ctx context.Context, c Caller[P], attempt credential.Attempt) error {
	err := l.Sessions.Confirm(ctx, attempt, c.Person.Login(), c.Token)
	// A 401 would mean that the session has ended.
	switch {
	case errors.Is(err, credential.ErrWrongCredentials):
		return domain.InvalidField("password", "is not your password")
	case errors.Is(err, credential.ErrCodeRequired):
		return secondfactor.ErrNoCode
	case errors.Is(err, credential.ErrWrongLoginCode):
		return secondfactor.ErrWrongCode
	}
	return err
}
