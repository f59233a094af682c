package credentials

import (
	"context"
	"fmt"

	"gateway/domain"

	"github.com/alexedwards/argon2id"
)

// hashing bounds how many passwords are hashed at once: each takes 64 MiB and
// most of a core for a tenth of a second.
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
		hash, err = argon2id.CreateHash(password, argon2id.DefaultParams)
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
const dummyHash = "$argon2id$v=19$m=65536,t=1,p=2$5OaZlq5J9Z/3+HQxi4H3Qg$b4iYKxYq3TSY4wVpk9gzT1rWLJdEIMv6sbO+h7NHTQE"

func oneOfFew(ctx context.Context, f func() error) error {
	select {
	case hashing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-hashing }()
	return f()
}
