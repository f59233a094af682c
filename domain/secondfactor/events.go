// Package secondfactor is the aggregate of one person's second factor: app codes by RFC 6238 (TOTP), and
// recovery codes. It serves both administrators and merchants' people: the owner of a second factor is named
// like an actor, such as `admin:3`. No event holds a secret.
package secondfactor

import (
	"time"

	"gateway/domain"
)

// Begun says that a person was shown a new secret. It counts once a first code confirms it. The secret is
// derived from a master secret, the owner and the generation.
type Begun struct {
	Owner      string `json:"owner"`
	Generation int    `json:"generation"`
	// MasterID names the master secret. It is empty in older events, which stand for the oldest master
	// secret.
	MasterID string    `json:"master_id"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// SetUp says that a first code of the secret of this generation was right: from now on a login needs a code.
// RecoveryCodes holds the hashes of the recovery codes; earlier recovery codes no longer count. Step is the
// time step of that first code.
type SetUp struct {
	Owner         string    `json:"owner"`
	Generation    int       `json:"generation"`
	RecoveryCodes []string  `json:"recovery_codes"`
	Step          int64     `json:"step"`
	By            string    `json:"by"`
	At            time.Time `json:"at"`
}

// CodeUsed says that a code was accepted: no code of its time step, or of an earlier one,
// is accepted again.
type CodeUsed struct {
	Owner string    `json:"owner"`
	Step  int64     `json:"step"`
	At    time.Time `json:"at"`
}

// RecoveryCodeUsed says that the recovery code with this hash was accepted in place of a code. It does not
// count again.
type RecoveryCodeUsed struct {
	Owner        string    `json:"owner"`
	RecoveryCode string    `json:"recovery_code"`
	At           time.Time `json:"at"`
}

// Removed says that the person's logins no longer need a code.
type Removed struct {
	Owner  string    `json:"owner"`
	Reason string    `json:"reason"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (Begun) EventType() string            { return "second_factor.begun.v1" }
func (SetUp) EventType() string            { return "second_factor.set_up.v1" }
func (CodeUsed) EventType() string         { return "second_factor.code_used.v1" }
func (RecoveryCodeUsed) EventType() string { return "second_factor.recovery_code_used.v1" }
func (Removed) EventType() string          { return "second_factor.removed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Begun{}, SetUp{}, CodeUsed{}, RecoveryCodeUsed{}, Removed{}}
}
