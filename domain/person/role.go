package person

import (
	"time"

	"gateway/domain"
)

// ChangeRoleCmd gives a person another role.
type ChangeRoleCmd struct {
	PersonID int64
	Role     string
	By       string
	At       time.Time
}

// ChangeRole decides a ChangeRoleCmd. Checks:
//
//  1. person_not_found
//  2. invalid_field role
//  3. the same role: nothing happens
//  4. owner_required: the login that registered the client stays an owner
func ChangeRole(s State, cmd ChangeRoleCmd) ([]domain.Event, error) {
	p, ok := s.Find(cmd.PersonID)
	if !ok {
		return nil, ErrNotFound
	}
	if err := checkRole(cmd.Role); err != nil {
		return nil, err
	}
	switch {
	case p.Role == cmd.Role:
		return nil, nil
	case p.ID == s.ClientID:
		return nil, errOwner
	}
	return []domain.Event{RoleChanged{ClientID: s.ClientID, PersonID: p.ID, Role: cmd.Role, By: cmd.By, At: cmd.At}}, nil
}

// RemoveCmd removes a person.
type RemoveCmd struct {
	PersonID int64
	By       string
	At       time.Time
}

// Remove removes a person, or withdraws an invitation. Checks: person_not_found; owner_required for the login
// that registered the client.
func Remove(s State, cmd RemoveCmd) ([]domain.Event, error) {
	p, ok := s.Find(cmd.PersonID)
	switch {
	case !ok:
		return nil, ErrNotFound
	case p.ID == s.ClientID:
		return nil, errOwner
	}
	return []domain.Event{Removed{ClientID: s.ClientID, PersonID: p.ID, By: cmd.By, At: cmd.At}}, nil
}

// ErrNotFound refuses an id that belongs to no person of the client.
var ErrNotFound = domain.Refuse(domain.NotFound, "person_not_found", "there is no such login")

var errOwner = domain.Refuse(domain.Invalid, "owner_required",
	"the login that registered the client stays its owner; change the account's e-mail to hand it over")
