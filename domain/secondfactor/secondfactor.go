package secondfactor

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/recovery"
)

// Aggregate folds the streams of second factors.
var Aggregate = domain.Aggregate[State]{Category: "second_factor", Evolve: Evolve, SnapshotVersion: 4}

// Stream names the stream of a person's second factor, by the owner's name.
func Stream(owner string) string { return Aggregate.Stream(owner) }

// State is a person's second factor.
type State struct {
	// Newest is the generation of the newest secret that was shown, 0 before the first.
	Newest int
	// Pending is the generation that waits for its first code, 0 for none. PendingMasterID names the master
	// secret that it is derived from, empty for the oldest.
	Pending         int
	PendingMasterID string
	// Active is the generation whose codes count, 0 if logins need no code.
	Active         int
	ActiveMasterID string
	// Gain says who set up the active generation, and when.
	Gain recovery.Item
	// Step is the time step of the last code that was accepted.
	Step int64
	// RecoveryCodes holds the hashes of the unused recovery codes.
	RecoveryCodes []string
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Begun:
		s.Newest, s.Pending, s.PendingMasterID = e.Generation, e.Generation, e.MasterID
	case SetUp:
		s.Active, s.ActiveMasterID, s.Pending, s.Step, s.RecoveryCodes = e.Generation, s.PendingMasterID, 0, e.Step, e.RecoveryCodes
		s.Gain = e.Recovery().Gains
	case CodeUsed:
		s.Step = e.Step
	case RecoveryCodeUsed:
		s.RecoveryCodes = slices.DeleteFunc(slices.Clone(s.RecoveryCodes), func(hash string) bool { return hash == e.RecoveryCode })
	case Removed:
		s.Active, s.Pending, s.RecoveryCodes, s.Gain = 0, 0, nil, recovery.Item{}
	}
	return s
}

// BeginCmd asks for a new secret. MasterID names the master secret.
type BeginCmd struct {
	Owner, By, MasterID string
	At                  time.Time
}

// Begin decides a BeginCmd. Each call makes a new generation, so that a secret that a stranger once saw is
// never confirmed later. The active generation counts until the new one is confirmed.
func Begin(s State, cmd BeginCmd) ([]domain.Event, error) {
	return []domain.Event{Begun{Owner: cmd.Owner, Generation: s.Newest + 1, MasterID: cmd.MasterID, By: cmd.By, At: cmd.At}}, nil
}

// ConfirmCmd confirms the pending secret. Step is the time step whose code of that secret was entered, 0 for
// none.
type ConfirmCmd struct {
	Owner, By     string
	Step          int64
	RecoveryCodes []string // hashes
	At            time.Time
}

// Confirm decides a ConfirmCmd. Checks: second_factor_not_begun; invalid_field code, for a code that is wrong
// or was used.
func Confirm(s State, cmd ConfirmCmd) ([]domain.Event, error) {
	if s.Pending == 0 {
		return nil, domain.Refuse(domain.Invalid, "second_factor_not_begun", "no second factor is being set up: begin first")
	}
	if cmd.Step <= s.Step {
		return nil, ErrWrongCode
	}
	return []domain.Event{SetUp{
		Owner: cmd.Owner, Generation: s.Pending, RecoveryCodes: cmd.RecoveryCodes, Step: cmd.Step, By: cmd.By, At: cmd.At,
	}}, nil
}

// Refusals of a code that is wrong or was used before, and of a missing code.
var (
	ErrWrongCode = domain.InvalidField("code", "is wrong, or was used before")
	ErrNoCode    = domain.InvalidField("code", "is needed: a code of the second factor, or a recovery code")
)

// UseCmd uses a code. Step is the time step whose code of the active secret was entered, 0 for none.
// RecoveryCode is the hash of what was entered, in case it is a recovery code.
type UseCmd struct {
	Owner        string
	Step         int64
	RecoveryCode string
	At           time.Time
}

// Use decides a UseCmd: a code counts once, and no code counts after a later one. Nothing happens if no
// second factor is active. Refusal: ErrWrongCode.
func Use(s State, cmd UseCmd) ([]domain.Event, error) {
	switch {
	case s.Active == 0:
		return nil, nil
	case cmd.Step > s.Step:
		return []domain.Event{CodeUsed{Owner: cmd.Owner, Step: cmd.Step, At: cmd.At}}, nil
	case slices.Contains(s.RecoveryCodes, cmd.RecoveryCode):
		return []domain.Event{RecoveryCodeUsed{Owner: cmd.Owner, RecoveryCode: cmd.RecoveryCode, At: cmd.At}}, nil
	}
	return nil, ErrWrongCode
}

// RemoveCmd removes the second factor.
type RemoveCmd struct {
	Owner, Reason, By string
	At                time.Time
}

// Remove decides a RemoveCmd. Nothing happens if none is active or pending.
func Remove(s State, cmd RemoveCmd) ([]domain.Event, error) {
	if s.Active == 0 && s.Pending == 0 {
		return nil, nil
	}
	return []domain.Event{Removed(cmd)}, nil
}
