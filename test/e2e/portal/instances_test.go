package portal

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
)

// bearer logs in at a gateway.
func bearer(t *testing.T, g *harness.Gateway, email, password string) string {
	t.Helper()
	a := g.Anonymous().Post(t, "/auth/login", object{"email": email, "password": password}).Wants(t, 200)
	return "Bearer " + a.Text(t, "token")
}

func TestSessionsEndAtOnceOnAnotherInstance(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	here, there := harness.StartOn(t, events, read, nil), harness.StartOn(t, events, read, nil)
	m := here.NewMerchant(t)
	owner := m.LogIn(t)
	email := here.NextEmail()
	id := owner.Post(t, "/me/users", object{"email": email, "role": "viewer"}).Wants(t, 201).ID(t, "id")
	token := harness.Mails(t).Await(t, email, 1).Token()
	there.Anonymous().Post(t, "/auth/reset-password", object{"token": token, "password": newPassword}).Wants(t, 200)
	path := fmt.Sprintf("/me/users/%d", id)
	refused := func(c harness.Caller, what string) {
		t.Helper()
		if a := c.Get(t, "/auth/me"); a.Status != 401 {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	person := there.Anonymous().With("Authorization", bearer(t, there, email, newPassword))
	person.Get(t, "/auth/me").Wants(t, 200)
	owner.Put(t, path, object{"role": "finance"}).Wants(t, 200)
	refused(person, "after a change of role")

	person = there.Anonymous().With("Authorization", bearer(t, there, email, newPassword))
	same := here.Anonymous().With("Authorization", person.Header.Get("Authorization"))
	ended := same.Get(t, "/me/sessions").Wants(t, 200).Column(t, "id")[0]
	same.Call(t, "DELETE", "/me/sessions/"+ended, nil).Wants(t, 200)
	refused(person, "after its end")

	person = there.Anonymous().With("Authorization", bearer(t, there, email, newPassword))
	owner.Call(t, "DELETE", path, nil).Wants(t, 200)
	refused(person, "after the removal")
}
