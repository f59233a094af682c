package admin

import (
	"slices"
	"strconv"
	"time"

	"gateway/domain"
)

// Aggregate folds the stream of the administrators.
var Aggregate = domain.Aggregate[State]{Category: "admin", Evolve: Evolve, SnapshotVersion: 1}

// Stream is the stream of all administrators.
var Stream = Aggregate.Stream("staff")

// State is all administrators, in the order in which they were created.
type State struct {
	Admins []Member
	// TwoAdmins becomes true when there are two enabled admins for the first time, and stays true.
	TwoAdmins bool
}

// Member is one administrator.
type Member struct {
	ID           int64
	Email        string
	PasswordHash string
	Role         string
	Disabled     bool
	CreatedAt    time.Time
	// SessionGeneration counts the events that ended all of the administrator's sessions.
	SessionGeneration int
}

// Name returns the administrator's actor name in events: `admin:<id>`.
func (m Member) Name() string { return "admin:" + strconv.FormatInt(m.ID, 10) }

// Decides reports whether this is an enabled administrator with the role admin.
func (m Member) Decides() bool { return !m.Disabled && m.Role == RoleAdmin }

// Find returns the administrator with this id. Refusal: admin_not_found.
func (s State) Find(id int64) (Member, error) {
	return s.find(func(m Member) bool { return m.ID == id })
}

// FindByEmail returns the administrator with this address, in any form of account.EmailForms. Refusal:
// admin_not_found.
func (s State) FindByEmail(email string) (Member, error) {
	return s.find(func(m Member) bool { return m.Email == email })
}

func (s State) find(is func(Member) bool) (Member, error) {
	if i := slices.IndexFunc(s.Admins, is); i >= 0 {
		return s.Admins[i], nil
	}
	return Member{}, domain.Refuse(domain.NotFound, "admin_not_found", "there is no such administrator")
}

// Deciders counts the enabled administrators with the role admin.
func (s State) Deciders() (n int) {
	for _, m := range s.Admins {
		if m.Decides() {
			n++
		}
	}
	return n
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	switch e := event.(type) {
	case Created:
		added := Member{ID: e.AdminID, Email: e.Email, PasswordHash: e.PasswordHash, Role: e.Role, CreatedAt: e.At}
		s.Admins = append(slices.Clone(s.Admins), added)
	case PasswordChanged:
		s = s.changed(e.AdminID, func(m *Member) { m.PasswordHash = e.PasswordHash; m.SessionGeneration++ })
	case RoleChanged:
		s = s.changed(e.AdminID, func(m *Member) { m.Role = e.Role; m.SessionGeneration++ })
	case Disabled:
		s = s.changed(e.AdminID, func(m *Member) { m.Disabled = true; m.SessionGeneration++ })
	case Enabled:
		s = s.changed(e.AdminID, func(m *Member) { m.Disabled = false })
	case SignedOut:
		if e.Everywhere {
			s = s.changed(e.AdminID, func(m *Member) { m.SessionGeneration++ })
		}
	}
	s.TwoAdmins = s.TwoAdmins || s.Deciders() >= 2
	return s
}

func (s State) changed(id int64, change func(*Member)) State {
	if i := slices.IndexFunc(s.Admins, func(m Member) bool { return m.ID == id }); i >= 0 {
		s.Admins = slices.Clone(s.Admins)
		change(&s.Admins[i])
	}
	return s
}

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

// Logins folds the streams of logins. No decision reads them; they are there for people who read the log.
var Logins = domain.Aggregate[struct{}]{Category: "admin_login", Evolve: func(none struct{}, _ domain.Event) struct{} { return none }}

// LoginStream names the stream of one login. Each login has its own, so that no login needs an earlier one,
// which may be in an archive that can't be read.
func LoginStream(adminID int64, at time.Time) string {
	return Logins.Stream(strconv.FormatInt(adminID, 10) + "-" + strconv.FormatInt(at.UnixNano(), 10))
}

// LoggedIn says that an administrator opened a session.
type LoggedIn struct {
	AdminID int64 `json:"admin_id"`
	// SecondFactor says that the login needed a code.
	SecondFactor bool      `json:"second_factor"`
	By           string    `json:"by"`
	At           time.Time `json:"at"`
}

// EventType is the wire name.
func (LoggedIn) EventType() string { return "admin.logged_in.v1" }
