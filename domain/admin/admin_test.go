package admin

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

func TestCreateAndChangePassword(t *testing.T) {
	t.Parallel()
	created := Created{AdminID: 1, Email: "a@example.com", PasswordHash: "hash", Role: RoleSupport, By: "admin:9"}
	given := []domain.Event{created}
	create := func(id int64, role string) func(State) ([]domain.Event, error) {
		cmd := CreateCmd(created)
		cmd.AdminID, cmd.Role = id, role
		return func(s State) ([]domain.Event, error) { return Create(s, cmd) }
	}
	change := func(hash string) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) {
			return ChangePassword(s, ChangePasswordCmd{PasswordHash: hash, By: "start"})
		}
	}
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "create again", Given: given, When: create(1, "root")},
		{Name: "create with an address that is taken", Given: given, When: create(2, "root"), Refused: "email_taken"},
		{Name: "create with no role there is", When: create(1, "root"), Refused: "invalid_field role"},
		{Name: "create", When: create(1, RoleSupport), Then: given},
		{Name: "change the password of nobody", When: change("new"), Refused: "admin_not_found"},
		{Name: "change to the same password", Given: given, When: change("hash")},
		{Name: "change the password", Given: given, When: change("new"), Then: []domain.Event{PasswordChanged{AdminID: 1, PasswordHash: "new", By: "start"}}},
		{Name: "change it once", Given: append(given, PasswordChanged{AdminID: 1, PasswordHash: "new"}), When: change("new")},
	})
}

func TestAnAddressHasOneStream(t *testing.T) {
	t.Parallel()
	if Stream(" A@example.com") != Stream("a@example.com") || len(Stream("a@b")) != len("admin-")+64 {
		t.Error(Stream("a@b"))
	}
}
