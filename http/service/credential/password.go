package credential

import (
	"context"
	"fmt"

	"gateway/domain"

	"github.com/alexedwards/argon2id"
)

// hashParams are the argon2id parameters recommended by OWASP that need the least memory.
var hashParams = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// Limits of a password's length in bytes.
const (
	minPassword = 8
	maxPassword = 255
)

// CheckLength refuses a password that does not have 8 to 255 bytes with invalid_field password.
func CheckLength(password string) error {
	if len(password) < minPassword || len(password) > maxPassword {
		return domain.InvalidField("password", "must have %d to %d characters", minPassword, maxPassword)
	}
	return nil
}

// HashPassword returns the argon2id hash of a password of 8 to 255 bytes. Errors: invalid_field password,
// busy when too many wait to hash, and the context's.
func HashPassword(ctx context.Context, password string) (string, error) {
	if err := CheckLength(password); err != nil {
		return "", err
	}
	var hash string
	err := hashing.do(ctx, func() (err error) {
		hash, err = argon2id.CreateHash(password, hashParams)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// CheckPassword reports whether the password matches the hash. It never matches the empty hash, which stands
// for an unknown e-mail address, but the check takes as long, so that the time does not reveal whether an
// address is known. Error: the context's.
func CheckPassword(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = dummyHash
	}
	if len(password) > maxPassword {
		return false, nil
	}
	var fits bool
	err := hashing.do(ctx, func() (err error) {
		fits, err = argon2id.ComparePasswordAndHash(password, hash)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("check password: %w", err)
	}
	return fits && known, nil
}

// dummyHash is the hash, with hashParams, of a random password that was not stored.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$w/4q3Mw/o5jVvvIYK/ggaw$6Z8G2SimmE4SN+RBP1yyupToihI8Al0Q+8V2kGB0ebg"

// Proof is what people prove again, in addition to the session, before they change their own login: the
// present password and, if a second factor is set up, a code.
type Proof struct{ Password, Code string }
