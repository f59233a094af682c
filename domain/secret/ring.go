// Package secret holds the master secrets of an installation: the current one, and former
// ones from which something is still derived. It computes nothing from them: each package
// that derives a secret does so itself, for a purpose of its own.
package secret

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
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
	// next are those that other instances may derive from already.
	next []Master
}

// NewRing makes a ring of the current master secret and the former ones, newest first.
func NewRing(current string, former ...string) Ring {
	return Ring{newestFirst: masters(append([]string{current}, former...))}
}

// WithNext adds the master secret that is to follow the current one, unless it is empty.
// What other instances derive from it is understood; nothing is derived from it here.
func (r Ring) WithNext(next string) Ring {
	if next != "" {
		r.next = masters([]string{next})
	}
	return r
}

func masters(texts []string) (all []Master) {
	for _, text := range texts {
		sum := sha256.Sum256([]byte("master secret:" + text))
		all = append(all, Master{ID: hex.EncodeToString(sum[:4]), Bytes: []byte(text)})
	}
	return all
}

// Current is the master secret that new things are derived from.
func (r Ring) Current() Master { return r.newestFirst[0] }

// All gives the current master secret, then the former ones, then the next one. What is
// derived for a short time, such as a token, is accepted with any of them.
func (r Ring) All() []Master { return slices.Concat(r.newestFirst, r.next) }

// ByID finds the master secret that an event names. Events from before master secrets had
// names give an empty one: that is the oldest. Error: *UnknownError.
func (r Ring) ByID(id string) (Master, error) {
	if id == "" {
		return r.newestFirst[len(r.newestFirst)-1], nil
	}
	for _, m := range r.All() {
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
