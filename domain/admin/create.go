package admin

import (
	"slices"

	"gateway/domain"
)

// CreateCmd adds an administrator. It has the fields of the event Created. Email is the
// result of account.NormalizeEmail.
type CreateCmd Created

// Create decides a CreateCmd. Checks: created with the same id: nothing happens; email_taken, also if the
// administrator with this address is disabled; invalid_field role.
func Create(s State, cmd CreateCmd) ([]domain.Event, error) {
	if _, err := s.Find(cmd.AdminID); err == nil {
		return nil, nil
	}
	if _, err := s.FindByEmail(cmd.Email); err == nil {
		return nil, domain.Refuse(domain.Conflict, "email_taken", "this e-mail is an administrator's already")
	}
	if err := CheckRole(cmd.Role); err != nil {
		return nil, err
	}
	return []domain.Event{Created(cmd)}, nil
}

// CheckRole refuses an unknown role, with invalid_field role.
func CheckRole(role string) error {
	if !slices.Contains([]string{RoleAdmin, RoleSupport, RoleAuditor}, role) {
		return domain.InvalidField("role", "must be %s, %s or %s", RoleAdmin, RoleSupport, RoleAuditor)
	}
	return nil
}
