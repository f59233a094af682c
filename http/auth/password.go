package auth

import (
	"context"
	"fmt"

	"gateway/domain"

	"github.com/alexedwards/argon2id"
)

// hashParams are OWASP's for argon2id with the least memory: the service at rest
// should not hold what one login needed.
var hashParams = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashing bounds how many passwords are hashed at once: each takes 19 MiB and a
// core for some 30 ms.
var hashing = make(chan struct{}, 2)

// Limits of a password in bytes.
const (
	minPassword = 8
	maxPassword = 255
)

// HashPassword gives the argon2id hash of a password of 8 to 255 bytes. Errors: a
// refusal that names the field, the context's.
func HashPassword(ctx context.Context, password string) (string, error) {
	if len(password) < minPassword || len(password) > maxPassword {
		return "", domain.InvalidField("password", "must have %d to %d characters", minPassword, maxPassword)
	}
	var hash string
	err := oneOfFew(ctx, func() (err error) {
		hash, err = argon2id.CreateHash(password, hashParams)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// CheckPassword reports whether the password fits the hash. With an empty hash, of
// an address that nobody has, it takes as long and says no.
func CheckPassword(ctx context.Context, password, hash string) (bool, error) {
	known := hash != ""
	if !known {
		hash = dummyHash
	}
	if len(password) > maxPassword {
		return false, nil
	}
	var fits bool
	err := oneOfFew(ctx, func() (err error) {
		fits, err = argon2id.ComparePasswordAndHash(password, hash)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("check password: %w", err)
	}
	return fits && known, nil
}

// dummyHash is of a random password that nobody kept, with the default parameters.
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$w/4q3Mw/o5jVvvIYK/ggaw$6Z8G2SimmE4SN+RBP1yyupToihI8Al0Q+8V2kGB0ebg"

func oneOfFew(ctx context.Context, f func() error) error {
	select {
	case hashing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-hashing }()
	return f()
}
