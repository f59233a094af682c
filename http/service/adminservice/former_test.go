package adminservice_test

import (
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/eventstore"
	"gateway/http/service/adminservice"
	"gateway/http/service/credential"
	"gateway/http/service/servicetest"
)

// An import may bring the log of an older version, in which each administrator has a separate stream.
func TestAdministratorsOfAFormerVersionStayWhoTheyAre(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	hashes := make(map[string]string)
	for _, password := range []string{"first password", "second password"} {
		hash, err := credential.HashPassword(t.Context(), password)
		if err != nil {
			t.Fatal(err)
		}
		hashes[password] = hash
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	former := func(email string) string { return "admin-" + account.EmailID(email) }
	servicetest.Append(t, core, former("root@example.com"),
		admin.Created{AdminID: 1, Email: "root@example.com", PasswordHash: hashes["first password"], Role: admin.RoleAdmin, By: "system:start", At: at},
		admin.PasswordChanged{AdminID: 1, PasswordHash: hashes["second password"], By: "system:start", At: at.Add(time.Hour)})
	servicetest.Append(t, core, former("support@example.com"),
		admin.Created{AdminID: 2, Email: "support@example.com", PasswordHash: hashes["first password"], Role: admin.RoleSupport, By: "admin:1", At: at})

	admins := adminservice.Admins{Core: core}
	for range 2 { // a second start changes nothing
		if drawn, err := admins.EnsureFirst(t.Context(), "root@example.com", "another password"); err != nil || drawn != "" {
			t.Fatalf("drawn is %q, %v", drawn, err)
		}
	}
	s, _, err := eventstore.Load(t.Context(), core.Log, admin.Aggregate, admin.Stream)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Admins) != 2 {
		t.Fatalf("the staff are %+v", s.Admins)
	}
	root, support := s.Admins[0], s.Admins[1]
	if root.ID != 1 || root.Role != admin.RoleAdmin || root.PasswordHash != hashes["second password"] || !root.CreatedAt.Equal(at) {
		t.Errorf("the first is %+v", root)
	}
	if support.ID != 2 || support.Role != admin.RoleSupport || support.PasswordHash != hashes["first password"] {
		t.Errorf("the second is %+v", support)
	}
	head, err := core.Log.Store().Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Watcher.Wait(t.Context(), head); err != nil {
		t.Fatal(err)
	}
	shown, err := core.Queries.Admins(t.Context())
	if err != nil || len(shown) != 2 || shown[0].Email != "root@example.com" || !shown[0].CreatedAt.Equal(at) {
		t.Errorf("shown are %+v, %v", shown, err)
	}
}
