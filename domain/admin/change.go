package admin

import (
	"time"

	"gateway/domain"
)

// Act says who changes which administrator, and why.
type Act struct {
	AdminID    int64
	Reason, By string
	At         time.Time
}

// ChangePassword replaces the hash of the password. former is the hash that the caller compared the present
// password with; it is empty for a reset, which needs no present password. Checks: admin_not_found; the same
// hash: nothing happens; invalid_field current_password, if the password was changed meanwhile.
func ChangePassword(s State, act Act, former, hash string) ([]domain.Event, error) {
	m, err := s.Find(act.AdminID)
	if err != nil {
		return nil, err
	}
	if m.PasswordHash == hash {
		return nil, nil
	}
	if former != "" && m.PasswordHash != former {
		return nil, ErrWrongPassword
	}
	return []domain.Event{PasswordChanged{AdminID: m.ID, PasswordHash: hash, Reason: act.Reason, By: act.By, At: act.At}}, nil
}

// ErrWrongPassword refuses a change of one's own login without its present password.
var ErrWrongPassword = domain.InvalidField("current_password", "is wrong")

// ChangeRole gives an administrator another role. Checks: admin_not_found; invalid_field role; the same role:
// nothing happens; last_admin.
func ChangeRole(s State, act Act, role string) ([]domain.Event, error) {
	m, err := s.Find(act.AdminID)
	if err != nil {
		return nil, err
	}
	if err := CheckRole(role); err != nil {
		return nil, err
	}
	if m.Role == role {
		return nil, nil
	}
	if err := s.mayLose(m); err != nil {
		return nil, err
	}
	return []domain.Event{RoleChanged{AdminID: m.ID, Role: role, Reason: act.Reason, By: act.By, At: act.At}}, nil
}

// Disable stops an administrator from logging in. Checks: admin_not_found; disabled already: nothing happens;
// last_admin.
func Disable(s State, act Act) ([]domain.Event, error) {
	m, err := s.Find(act.AdminID)
	if err != nil || m.Disabled {
		return nil, err
	}
	if err := s.mayLose(m); err != nil {
		return nil, err
	}
	return []domain.Event{Disabled(act)}, nil
}

// mayLose refuses to take the role admin or the login from the last administrator who has both.
func (s State) mayLose(m Member) error {
	if m.Decides() && s.Deciders() == 1 {
		return domain.Refuse(domain.Invalid, "last_admin", "this is the last enabled admin: create or enable another one first")
	}
	return nil
}

// Enable lets a disabled administrator log in again. Checks: admin_not_found; enabled already: nothing
// happens.
func Enable(s State, act Act) ([]domain.Event, error) {
	m, err := s.Find(act.AdminID)
	if err != nil || !m.Disabled {
		return nil, err
	}
	return []domain.Event{Enabled(act)}, nil
}

// SignOut records a logout from one session or from all. Check: admin_not_found.
func SignOut(s State, act Act, everywhere bool) ([]domain.Event, error) {
	m, err := s.Find(act.AdminID)
	if err != nil {
		return nil, err
	}
	return []domain.Event{SignedOut{AdminID: m.ID, Everywhere: everywhere, By: act.By, At: act.At}}, nil
}
