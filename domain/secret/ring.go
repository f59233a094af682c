// Package secret holds the master secrets of an installation: the current one, and former ones from which
// something is still derived. It also says which of the secrets that were derived one after the other still
// sign. It derives nothing itself: each package does that for its own purpose.
package secret

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Master is one master secret. Events name it by ID, which reveals nothing about the secret.
type Master struct {
	ID    string
	Bytes []byte
}

// Ring holds the master secrets of an installation. The zero value has none. It is safe for concurrent use.
type Ring struct {
	// newestFirst begins with the current master secret.
	newestFirst []Master
	// next holds master secrets that other instances may use already.
	next []Master
}

// NewRing makes a ring of the current master secret and the former ones, newest first.
func NewRing(current string, former ...string) Ring {
	return Ring{newestFirst: masters(append([]string{current}, former...))}
}

// WithNext adds the master secret that will follow the current one, unless it is empty. The ring accepts what
// other instances derive from it, but nothing new is derived from it here.
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

// Current returns the master secret that new things are derived from.
func (r Ring) Current() Master { return r.newestFirst[0] }

// All returns the current master secret, then the former ones, then the next one. A short-lived derived
// value, such as a token, is accepted with any of them.
func (r Ring) All() []Master { return slices.Concat(r.newestFirst, r.next) }

// ByID finds the master secret that an event names. Events from before master secrets had ids give an empty
// id, which stands for the oldest. Error: *UnknownError.
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

// UnknownError says that something is derived from a master secret that is missing in the configuration.
type UnknownError struct{ ID string }

// Error implements error.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("the master secret %s is not configured: name it in MASTER_SECRETS_FORMER", e.ID)
}
