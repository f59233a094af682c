package access

import (
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"

	"github.com/jmoiron/sqlx"
)

// aged is a gateway whose sessions are made older than a proof lasts.
type aged struct {
	*harness.Gateway
	state *sqlx.DB
}

func newAged(t *testing.T) aged {
	t.Helper()
	events, read := migrated.Pair(t)
	db, err := sqlx.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return aged{harness.StartOn(t, events, read, nil), db}
}

// age makes every session eleven minutes older.
func (g aged) age(t *testing.T) {
	t.Helper()
	_, err := g.state.ExecContext(t.Context(),
		`UPDATE state.sessions SET created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'`)
	if err != nil {
		t.Fatal(err)
	}
}

// needsProof are the requests that admit another person or redirect money, in operations that the description
// does not mark as a whole.
var needsProof = []struct {
	method, path string
	body         object
}{
	{"POST", "/me/users", object{"email": "citra@example.com", "role": "owner"}},
	{"POST", "/me/users", object{"email": "citra@example.com", "role": "finance"}},
	{"POST", "/me/users", object{"email": "citra@example.com", "role": "developer"}},
	{"PUT", "/me/users/987654321", object{"role": "finance"}},
	{"PUT", "/me/users/987654321", object{"role": "developer"}},
}

// freshOperations returns the operations with the word `fresh` in their description, for one kind of token.
func freshOperations(t *testing.T, scheme string) []harness.Operation {
	t.Helper()
	return harness.Operations(t, func(o harness.Operation) bool {
		return o.Scheme() == scheme && slices.Contains(strings.Split(group(o), ","), "fresh")
	})
}

func TestASessionAloneLetsNoOneInAndMovesNoMoneysWay(t *testing.T) {
	t.Parallel()
	g := newAged(t)
	m := g.NewMerchant(t)
	owner, root := m.LogIn(t), g.AdminLogin(harness.AdminEmail, harness.AdminPassword)(t)
	people, staff := freshOperations(t, "ClientToken"), freshOperations(t, "AdminToken")
	if len(people) < 4 || len(staff) < 6 {
		t.Fatalf("%d and %d operations need a proof", len(people), len(staff))
	}
	each := func(check func(caller caller, method, path string, body object)) {
		for _, o := range people {
			check(owner, o.Method, strangersPath(o), object{})
		}
		for _, o := range staff {
			check(root, o.Method, strangersPath(o), object{})
		}
		for _, r := range needsProof {
			check(owner, r.method, r.path, r.body)
		}
	}
	refused := func(want bool) func(caller caller, method, path string, body object) {
		return func(caller caller, method, path string, body object) {
			t.Helper()
			got := caller.Call(t, method, path, body)
			if got.Status == 401 || (got.ErrorCode() == "confirmation_needed") != want {
				t.Errorf("%s %s: %d %s", method, path, got.Status, got.Body)
			}
		}
	}
	each(refused(false)) // a login counts as a proof for its first ten minutes
	owner, root = m.LogIn(t), g.AdminLogin(harness.AdminEmail, harness.AdminPassword)(t)
	g.age(t)
	each(refused(true))
	for _, c := range []struct {
		caller caller
		path   string
	}{{owner, "/auth/confirm"}, {root, "/admin/auth/confirm"}} {
		c.caller.Post(t, c.path, object{"password": "wrong password"}).RefusesField(t, "password")
		c.caller.Post(t, c.path, object{}).RefusesField(t, "password")
	}
	each(refused(true))
	owner.Post(t, "/auth/confirm", object{"password": harness.Password}).Wants(t, 200)
	root.Post(t, "/admin/auth/confirm", object{"password": harness.AdminPassword}).Wants(t, 200)
	each(refused(false))
}

func TestAKeyNeedsNoProofAndARoleThatMovesNothingNeedsNone(t *testing.T) {
	t.Parallel()
	g := newAged(t)
	m := g.NewMerchant(t)
	owner := m.LogIn(t)
	g.age(t)
	m.Put(t, "/account", object{"norek": "1234567890", "bank": "BCA"}).Wants(t, 200)
	owner.Post(t, "/me/users", object{"email": "viewer@example.com", "role": "viewer"}).Wants(t, 201)
	owner.Get(t, "/me/sessions").Wants(t, 200)
}
