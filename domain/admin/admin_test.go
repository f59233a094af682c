package admin

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// ani and budi are admins; citra has the support role.
var (
	ani   = Created{AdminID: 1, Email: "ani@example.com", PasswordHash: "h1", Role: RoleAdmin, By: "system:start", At: noon}
	budi  = Created{AdminID: 2, Email: "budi@example.com", PasswordHash: "h2", Role: RoleAdmin, By: "admin:1", At: noon}
	citra = Created{AdminID: 3, Email: "citra@example.com", PasswordHash: "h3", Role: RoleSupport, By: "admin:1", At: noon}
)

type decision = func(State) ([]domain.Event, error)

func act(id int64) Act { return Act{AdminID: id, Reason: "left", By: "admin:1", At: noon} }

func disable(id int64) decision {
	return func(s State) ([]domain.Event, error) { return Disable(s, act(id)) }
}

func changeRole(id int64, role string) decision {
	return func(s State) ([]domain.Event, error) { return ChangeRole(s, act(id), role) }
}

func events(all ...domain.Event) []domain.Event { return all }

func TestCreate(t *testing.T) {
	t.Parallel()
	create := func(id int64, email, role string) decision {
		return func(s State) ([]domain.Event, error) {
			cmd := CreateCmd(citra)
			cmd.AdminID, cmd.Email, cmd.Role = id, email, role
			return Create(s, cmd)
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "again", Given: events(ani, citra), When: create(3, citra.Email, "root")},
		{Name: "with an address that is taken", Given: events(ani, citra), When: create(4, citra.Email, "root"), Refused: "email_taken"},
		{Name: "with the address of a disabled one", Given: events(ani, citra, Disabled(act(3))), When: create(4, citra.Email, RoleSupport), Refused: "email_taken"},
		{Name: "with no role there is", When: create(3, citra.Email, "root"), Refused: "invalid_field role"},
		{Name: "another", Given: events(ani), When: create(3, citra.Email, RoleSupport), Then: events(citra)},
	})
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	change := func(id int64, former, hash string) decision {
		return func(s State) ([]domain.Event, error) { return ChangePassword(s, act(id), former, hash) }
	}
	changed := PasswordChanged{AdminID: 1, PasswordHash: "new", Reason: "left", By: "admin:1", At: noon}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "of nobody", Given: events(ani), When: change(9, "h1", "new"), Refused: "admin_not_found"},
		{Name: "to the same", Given: events(ani), When: change(1, "h1", "h1")},
		{Name: "with a former one that does not count any more", Given: events(ani, changed), When: change(1, "h1", "newer"), Refused: "invalid_field current_password"},
		{Name: "with the present one", Given: events(ani), When: change(1, "h1", "new"), Then: events(changed)},
		{Name: "in a reset, without it", Given: events(ani), When: change(1, "", "new"), Then: events(changed)},
	})
}

func TestTheLastEnabledAdminStaysAnEnabledAdmin(t *testing.T) {
	t.Parallel()
	role := RoleChanged{AdminID: 2, Role: RoleSupport, Reason: "left", By: "admin:1", At: noon}
	two, gone := events(ani, budi, citra), Disabled(act(2))
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "disable nobody", Given: two, When: disable(9), Refused: "admin_not_found"},
		{Name: "disable twice", Given: append(two, gone), When: disable(2)},
		{Name: "disable the only admin", Given: events(ani, citra), When: disable(1), Refused: "last_admin"},
		{Name: "disable the last of two", Given: append(two, gone), When: disable(1), Refused: "last_admin"},
		{Name: "disable the last beside one of another role", Given: append(two, role), When: disable(1), Refused: "last_admin"},
		{Name: "disable one of two", Given: two, When: disable(2), Then: events(gone)},
		{Name: "disable one of the support", Given: events(ani, citra), When: disable(3), Then: events(Disabled(act(3)))},
		{Name: "change the role of nobody", Given: two, When: changeRole(9, RoleSupport), Refused: "admin_not_found"},
		{Name: "change to no role there is", Given: two, When: changeRole(2, "root"), Refused: "invalid_field role"},
		{Name: "change to the same role", Given: events(ani), When: changeRole(1, RoleAdmin)},
		{Name: "change the role of the only admin", Given: events(ani, citra), When: changeRole(1, RoleSupport), Refused: "last_admin"},
		{Name: "change the role of a disabled admin", Given: append(two, gone), When: changeRole(2, RoleSupport), Then: events(role)},
		{Name: "change the role of one of two", Given: two, When: changeRole(2, RoleSupport), Then: events(role)},
	})
}

func TestEnableAndSignOut(t *testing.T) {
	t.Parallel()
	enable := func(id int64) decision {
		return func(s State) ([]domain.Event, error) { return Enable(s, act(id)) }
	}
	signOut := func(id int64) decision {
		return func(s State) ([]domain.Event, error) { return SignOut(s, act(id), true) }
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "enable nobody", Given: events(ani), When: enable(9), Refused: "admin_not_found"},
		{Name: "enable an enabled one", Given: events(ani), When: enable(1)},
		{Name: "enable", Given: events(ani, citra, Disabled(act(3))), When: enable(3), Then: events(Enabled(act(3)))},
		{Name: "sign nobody out", Given: events(ani), When: signOut(9), Refused: "admin_not_found"},
		{Name: "sign out", Given: events(ani), When: signOut(1), Then: events(SignedOut{AdminID: 1, Everywhere: true, By: "admin:1", At: noon})},
	})
}

func TestEachEventThatEndsTheSessionsRaisesTheirGeneration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event domain.Event
		want  int
	}{
		{PasswordChanged{AdminID: 3}, 1},
		{RoleChanged{AdminID: 3, Role: RoleAuditor}, 1},
		{Disabled(act(3)), 1},
		{Enabled(act(3)), 0},
		{SignedOut{AdminID: 3, Everywhere: true}, 1},
		{SignedOut{AdminID: 3}, 0},
		{Disabled(act(1)), 0},
	} {
		m, err := Aggregate.Fold(State{}, ani, citra, c.event).Find(3)
		if err != nil || m.SessionGeneration != c.want {
			t.Errorf("%T: generation %d, want %d, %v", c.event, m.SessionGeneration, c.want, err)
		}
	}
}

func TestThatThereWereTwoAdminsStaysTrue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		given []domain.Event
		want  bool
	}{
		{"one admin", events(ani, citra), false},
		{"a second one", events(ani, budi), true},
		{"one of the support became one", events(ani, citra, RoleChanged{AdminID: 3, Role: RoleAdmin}), true},
		{"one of two is gone", events(ani, budi, Disabled(act(2))), true},
		{"never two at once", events(ani, citra, Disabled(act(3)), RoleChanged{AdminID: 3, Role: RoleAdmin}), false},
	} {
		if s := Aggregate.Fold(State{}, c.given...); s.TwoAdmins != c.want {
			t.Errorf("%s: %v", c.name, s.TwoAdmins)
		}
	}
}
