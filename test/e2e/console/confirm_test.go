package console

import (
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"

	"github.com/jmoiron/sqlx"
)

func TestAPageAsksForAFreshProofInPlaceAndGoesOnWithWhatWasTyped(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	g := harness.StartOn(t, events, read, nil)
	db, err := sqlx.Open("postgres", events)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	owner := owner(t, g.NewMerchant(t))
	boss := newVisitor(t, g)
	boss.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	if _, err := db.ExecContext(t.Context(), `UPDATE state.sessions SET created_at = created_at - interval '11 minutes'`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path, password string
		visitor              *visitor
		form                 url.Values
		kept, done           string
	}{
		{"a new key", "/portal/keys", harness.Password, owner, url.Values{"name": {`The "shop" & co`}}, "The &#34;shop&#34; &amp; co", "sk_live_"},
		{
			"a new administrator", "/console/admins", harness.AdminPassword, boss,
			url.Values{"email": {"citra@example.com"}, "password": {"a long password"}, "role": {"support"}},
			"citra@example.com", "",
		},
	} {
		asked := c.visitor.post(t, c.path, c.form)
		if asked.Status != 403 || !strings.Contains(asked.Body, "confirm_password") || !strings.Contains(asked.Body, `value="`+c.kept+`"`) {
			t.Fatalf("%s: %d %s", c.name, asked.Status, asked.Body)
		}
		if strings.Contains(asked.Body, "confirm_code") {
			t.Errorf("%s: a code is asked for where no second factor is set up", c.name)
		}
		c.form.Set("confirm_password", "wrong password")
		wrong := c.visitor.post(t, c.path, c.form)
		if wrong.Status != 400 || !strings.Contains(wrong.Body, "says-wrong") || !strings.Contains(wrong.Body, `value="`+c.kept+`"`) {
			t.Fatalf("%s, with a wrong password: %d %s", c.name, wrong.Status, wrong.Body)
		}
		c.form.Set("confirm_password", c.password)
		done := c.visitor.post(t, c.path, c.form)
		if done.Status != 303 && (done.Status != 200 || !strings.Contains(done.Body, c.done)) {
			t.Errorf("%s: %d %s", c.name, done.Status, done.Body)
		}
		if strings.Contains(done.Body, c.password) {
			t.Errorf("%s: the page shows the password", c.name)
		}
	}
}
