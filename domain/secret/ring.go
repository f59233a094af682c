// Package secret holds the master secrets of an installation: the current one, and former
// ones from which something is still derived. It computes nothing from them: each package
// that derives a secret does so itself, for a purpose of its own.
package secret

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Master is one master secret. Events name it by ID, which tells nothing of the secret.
type Master struct {
	ID    string
	Bytes []byte
}

// Ring is the master secrets of an installation. The zero value has none. It is safe for
// concurrent use.
type Ring struct {
	// newestFirst begins with the current one.
	newestFirst []Master
}

// NewRing makes a ring of the current master secret and the former ones, newest first.
func NewRing(current string, former ...string) Ring {
	r := Ring{}
	for _, text := range append([]string{current}, former...) {
		sum := sha256.Sum256([]byte("master secret:" + text))
		r.newestFirst = append(r.newestFirst, Master{ID: hex.EncodeToString(sum[:4]), Bytes: []byte(text)})
	}
	return r
}

// Current is the master secret that new things are derived from.
func (r Ring) Current() Master { return r.newestFirst[0] }

// All gives the current master secret and then the former ones. What is derived for a
// short time, such as a token, is accepted with any of them.
func (r Ring) All() []Master { return r.newestFirst }

// ByID finds the master secret that an event names. Events from before master secrets had
// names give an empty one: that is the oldest. Error: *UnknownError.
func (r Ring) ByID(id string) (Master, error) {
	if id == "" {
		return r.newestFirst[len(r.newestFirst)-1], nil
	}
	for _, m := range r.newestFirst {
		if m.ID == id {
			return m, nil
		}
	}
	return Master{}, &UnknownError{ID: id}
}

// UnknownError says that something is derived from a master secret that the configuration
// lacks.
type UnknownError struct{ ID string }

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("the master secret %s is not configured: name it in MASTER_SECRETS_FORMER", e.ID)
}
