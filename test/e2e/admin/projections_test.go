package admin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
)

func TestAReadModelIsRebuiltWhileItServes(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.Earn(t, 50000)
	harness.Shared(t).Admin(t).Post(t, "/admin/projections/balances/rebuild", nil).Wants(t, 200).Is(t, object{"name": "balances"})
	m.HasBalance(t, 50000, 50000, 0, 0)
}

func TestProjectionsAndReactorsAreLive(t *testing.T) {
	t.Parallel()
	var a answer
	poll.Until(t, "the rebuilds of other tests are over and all are live", func() bool {
		a = harness.Shared(t).Admin(t).Get(t, "/admin/projections").Wants(t, 200).ListOf(t, harness.ProjectionShape)
		return !slices.ContainsFunc(a.List(t), func(item any) bool { return item.(map[string]any)["state"] != "live" })
	})
	names := strings.Join(a.Column(t, "name"), " ")
	for _, name := range []string{"transactions", "payouts", "balances", "clients", "callbacks", "suspense", "admins", "posting"} {
		if !strings.Contains(names, `"`+name+`"`) {
			t.Errorf("no %s among %s", name, names)
		}
	}
}

func TestAReadModelIsComparedSwappedAndTakenBack(t *testing.T) {
	t.Parallel()
	c := harness.Shared(t).AddAdmin(t, "support")
	const path = "/admin/projections/proposals"
	// rests waits until no work on the projection is under way.
	rests := func() (a answer) {
		t.Helper()
		poll.Until(t, "the read model rests", func() bool {
			a = c.Get(t, path).Wants(t, 200)
			return a.Text(t, "state") != "rebuilding"
		})
		return a
	}
	c.Post(t, path+"/clean", nil).Wants(t, 200).Is(t, object{"built": nil, "former_position": nil})
	c.Post(t, path+"/rollback", nil).Refuses(t, 400, "nothing_retired")

	c.Post(t, path+"/compare", nil).Wants(t, 200).Is(t, object{"name": "proposals"})
	compared := rests()
	compared.Is(t, object{"error": "", "former_position": nil})
	if compared.Field(t, "built.same") != true || compared.Text(t, "built.tables.0.table") != "proposals" {
		t.Errorf("%s", compared.Body)
	}
	c.Post(t, path+"/rebuild", nil).Wants(t, 200)
	if swapped := rests(); swapped.Field(t, "built") != nil || swapped.Field(t, "former_position") == nil {
		t.Errorf("%s", swapped.Body)
	}
	c.Post(t, path+"/rollback", nil).Wants(t, 200)
	if back := rests(); back.Field(t, "former_position") == nil || back.Field(t, "error") != "" {
		t.Errorf("%s", back.Body)
	}
	c.Post(t, path+"/clean", nil).Wants(t, 200).Is(t, object{"former_position": nil})
	c.Get(t, "/admin/projections/posting").Refuses(t, 404, "not_found")

	// The audit log says who asked for what, and leaves out what was refused.
	me := c.Get(t, "/admin/auth/me").Wants(t, 200).ID(t, "id")
	poll.Until(t, "what was asked for is in the audit log", func() bool {
		list := harness.Shared(t).Admin(t).Get(t, "/admin/audit-log?subject=projections/proposals&actor=admin:%d", me).Wants(t, 200)
		work := ""
		for i := range list.List(t) {
			work += list.Text(t, fmt.Sprintf("%d.detail.work", i)) + " "
		}
		return work == "clean rollback rebuild compare clean "
	})
}
