package admin_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/domain/domaintest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// ani and budi are admins; citra has the support role.
var (
	ani   = admin.Created{AdminID: 1, Email: "ani@example.com", PasswordHash: "h1", Role: admin.RoleAdmin, By: "system:start", At: noon}
	budi  = admin.Created{AdminID: 2, Email: "budi@example.com", PasswordHash: "h2", Role: admin.RoleAdmin, By: "admin:1", At: noon}
	citra = admin.Created{AdminID: 3, Email: "citra@example.com", PasswordHash: "h3", Role: admin.RoleSupport, By: "admin:1", At: noon}
)

type decision = func(admin.State) ([]domain.Event, error)

func act(id int64) admin.Act { return admin.Act{AdminID: id, Reason: "left", By: "admin:1", At: noon} }

func disable(id int64) decision {
	return func(s admin.State) ([]domain.Event, error) { return admin.Disable(s, act(id)) }
}

func changeRole(id int64, role string) decision {
	return func(s admin.State) ([]domain.Event, error) { return admin.ChangeRole(s, act(id), role) }
}

func events(all ...domain.Event) []domain.Event { return all }

func TestCreate(t *testing.T) {
	t.Parallel()
	create := func(id int64, email, role string) decision {
		return func(s admin.State) ([]domain.Event, error) {
			cmd := admin.CreateCmd(citra)
			cmd.AdminID, cmd.Email, cmd.Role = id, email, role
			return admin.Create(s, cmd)
		}
	}
	domaintest.Run(t, admin.Aggregate, []domaintest.Case[admin.State]{
		{Name: "again", Given: events(ani, citra), When: create(3, citra.Email, "root")},
		{Name: "with an address that is taken", Given: events(ani, citra), When: create(4, citra.Email, "root"), Refused: "email_taken"},
		{Name: "with the address of a disabled one", Given: events(ani, citra, admin.Disabled(act(3))), When: create(4, citra.Email, admin.RoleSupport), Refused: "email_taken"},
		{Name: "with no role there is", When: create(3, citra.Email, "root"), Refused: "invalid_field role"},
		{Name: "another", Given: events(ani), When: create(3, citra.Email, admin.RoleSupport), Then: events(citra)},
	})
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	change := func(id int64, former, hash string) decision {
		return func(s admin.State) ([]domain.Event, error) { return admin.ChangePassword(s, act(id), former, hash) }
	}
	changed := admin.PasswordChanged{AdminID: 1, PasswordHash: "new", Reason: "left", By: "admin:1", At: noon}
	domaintest.Run(t, admin.Aggregate, []domaintest.Case[admin.State]{
		{Name: "of nobody", Given: events(ani), When: change(9, "h1", "new"), Refused: "admin_not_found"},
		{Name: "to the same", Given: events(ani), When: change(1, "h1", "h1")},
		{Name: "with a former one that does not count any more", Given: events(ani, changed), When: change(1, "h1", "newer"), Refused: "invalid_field current_password"},
		{Name: "with the present one", Given: events(ani), When: change(1, "h1", "new"), Then: events(changed)},
		{Name: "in a reset, without it", Given: events(ani), When: change(1, "", "new"), Then: events(changed)},
	})
}

func TestTheLastEnabledAdminStaysAnEnabledAdmin(t *testing.T) {
	t.Parallel()
	role := admin.RoleChanged{AdminID: 2, Role: admin.RoleSupport, Reason: "left", By: "admin:1", At: noon}
	two, gone := events(ani, budi, citra), admin.Disabled(act(2))
	domaintest.Run(t, admin.Aggregate, []domaintest.Case[admin.State]{
		{Name: "disable nobody", Given: two, When: disable(9), Refused: "admin_not_found"},
		{Name: "disable twice", Given: append(two, gone), When: disable(2)},
		{Name: "disable the only admin", Given: events(ani, citra), When: disable(1), Refused: "last_admin"},
		{Name: "disable the last of two", Given: append(two, gone), When: disable(1), Refused: "last_admin"},
		{Name: "disable the last beside one of another role", Given: append(two, role), When: disable(1), Refused: "last_admin"},
		{Name: "disable one of two", Given: two, When: disable(2), Then: events(gone)},
		{Name: "disable one of the support", Given: events(ani, citra), When: disable(3), Then: events(admin.Disabled(act(3)))},
		{Name: "change the role of nobody", Given: two, When: changeRole(9, admin.RoleSupport), Refused: "admin_not_found"},
		{Name: "change to no role there is", Given: two, When: changeRole(2, "root"), Refused: "invalid_field role"},
		{Name: "change to the same role", Given: events(ani), When: changeRole(1, admin.RoleAdmin)},
		{Name: "change the role of the only admin", Given: events(ani, citra), When: changeRole(1, admin.RoleSupport), Refused: "last_admin"},
		{Name: "change the role of a disabled admin", Given: append(two, gone), When: changeRole(2, admin.RoleSupport), Then: events(role)},
		{Name: "change the role of one of two", Given: two, When: changeRole(2, admin.RoleSupport), Then: events(role)},
	})
}

func TestEnableAndSignOut(t *testing.T) {
	t.Parallel()
	enable := func(id int64) decision {
		return func(s admin.State) ([]domain.Event, error) { return admin.Enable(s, act(id)) }
	}
	signOut := func(id int64) decision {
		return func(s admin.State) ([]domain.Event, error) { return admin.SignOut(s, act(id), true) }
	}
	domaintest.Run(t, admin.Aggregate, []domaintest.Case[admin.State]{
		{Name: "enable nobody", Given: events(ani), When: enable(9), Refused: "admin_not_found"},
		{Name: "enable an enabled one", Given: events(ani), When: enable(1)},
		{Name: "enable", Given: events(ani, citra, admin.Disabled(act(3))), When: enable(3), Then: events(admin.Enabled(act(3)))},
		{Name: "sign nobody out", Given: events(ani), When: signOut(9), Refused: "admin_not_found"},
		{Name: "sign out", Given: events(ani), When: signOut(1), Then: events(admin.SignedOut{AdminID: 1, Everywhere: true, By: "admin:1", At: noon})},
	})
}

func TestEachEventThatEndsTheSessionsRaisesTheirGeneration(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event domain.Event
		want  int
	}{
		{admin.PasswordChanged{AdminID: 3}, 1},
		{admin.RoleChanged{AdminID: 3, Role: admin.RoleAuditor}, 1},
		{admin.Disabled(act(3)), 1},
		{admin.Enabled(act(3)), 0},
		{admin.SignedOut{AdminID: 3, Everywhere: true}, 1},
		{admin.SignedOut{AdminID: 3}, 0},
		{admin.Disabled(act(1)), 0},
	} {
		m, err := admin.Aggregate.Fold(admin.State{}, ani, citra, c.event).Find(3)
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
		{"one of the support became one", events(ani, citra, admin.RoleChanged{AdminID: 3, Role: admin.RoleAdmin}), true},
		{"one of two is gone", events(ani, budi, admin.Disabled(act(2))), true},
		{"never two at once", events(ani, citra, admin.Disabled(act(3)), admin.RoleChanged{AdminID: 3, Role: admin.RoleAdmin}), false},
	} {
		if s := admin.Aggregate.Fold(admin.State{}, c.given...); s.TwoAdmins != c.want {
			t.Errorf("%s: %v", c.name, s.TwoAdmins)
		}
	}
}
