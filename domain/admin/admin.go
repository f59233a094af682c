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
