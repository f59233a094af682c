package admin

import (
	"slices"
	"time"

	"gateway/domain"
	"gateway/domain/account"
)

// Aggregate folds the streams of administrators.
var Aggregate = domain.Aggregate[State]{Category: "admin", Evolve: Evolve}

// Stream names the stream of the administrator with this e-mail address.
func Stream(email string) string { return Aggregate.Stream(account.EmailID(email)) }

// State is one administrator. ID is 0 before it was created.
type State struct {
	ID           int64
	Email        string
	PasswordHash string
	Role         string
}

// Exists reports whether the administrator was created.
func (s State) Exists() bool { return s.ID != 0 }

// Evolve gives the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Created:
		return State{ID: e.AdminID, Email: e.Email, PasswordHash: e.PasswordHash, Role: e.Role}
	case PasswordChanged:
		s.PasswordHash = e.PasswordHash
	}
	return s
}

// CreateCmd adds an administrator. It has the fields of the event Created. Email is the
// result of account.NormalizeEmail.
type CreateCmd Created

// Create decides a CreateCmd. Checks: created with the same id: nothing happens;
// email_taken; invalid_field role.
func Create(s State, cmd CreateCmd) ([]domain.Event, error) {
	if s.Exists() && s.ID == cmd.AdminID {
		return nil, nil
	}
	if s.Exists() {
		return nil, domain.Refuse(domain.Conflict, "email_taken", "this e-mail is an administrator's already")
	}
	if !slices.Contains([]string{RoleAdmin, RoleSupport, RoleAuditor}, cmd.Role) {
		return nil, domain.InvalidField("role", "must be %s, %s or %s", RoleAdmin, RoleSupport, RoleAuditor)
	}
	return []domain.Event{Created(cmd)}, nil
}

// ChangePasswordCmd replaces the hash of the password.
type ChangePasswordCmd struct {
	PasswordHash string
	By           string
	At           time.Time
}

// ChangePassword decides a ChangePasswordCmd. Checks: admin_not_found; the same hash:
// nothing happens.
func ChangePassword(s State, cmd ChangePasswordCmd) ([]domain.Event, error) {
	if !s.Exists() {
		return nil, domain.Refuse(domain.NotFound, "admin_not_found", "there is no such administrator")
	}
	if s.PasswordHash == cmd.PasswordHash {
		return nil, nil
	}
	return []domain.Event{PasswordChanged{AdminID: s.ID, PasswordHash: cmd.PasswordHash, By: cmd.By, At: cmd.At}}, nil
}
