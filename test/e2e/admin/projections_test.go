package admin

import (
	"strings"
	"testing"

	"gateway/test/e2e/harness"
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
	a := harness.Shared(t).Admin(t).Get(t, "/admin/projections").Wants(t, 200).ListOf(t, harness.ProjectionShape)
	for _, item := range a.List(t) {
		if p := item.(map[string]any); p["state"] != "live" {
			t.Errorf("%v", p)
		}
	}
	names := strings.Join(a.Column(t, "name"), " ")
	for _, name := range []string{"transactions", "payouts", "balances", "clients", "callbacks", "suspense", "admins", "posting"} {
		if !strings.Contains(names, `"`+name+`"`) {
			t.Errorf("no %s among %s", name, names)
		}
	}
}
