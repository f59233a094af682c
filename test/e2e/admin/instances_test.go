package admin

import (
	"fmt"
	"sync"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/migrated"
)

// instances are two gateways on one log. Each has an admin of its own, who is logged in there.
type instances struct {
	gateways [2]*harness.Gateway
	callers  [2]caller
	paths    [2]string // of the admins, for the operations on administrators
}

func newInstances(t *testing.T) *instances {
	t.Helper()
	i, _ := newInstancesOn(t)
	return i
}

// newInstancesOn is newInstances with the URL of the read models.
func newInstancesOn(t *testing.T) (_ *instances, read string) {
	t.Helper()
	events, read := migrated.Pair(t)
	i := &instances{}
	for n := range i.gateways {
		i.gateways[n] = harness.StartOn(t, events, read, nil)
	}
	for n, g := range i.gateways {
		email := fmt.Sprintf("admin-%d@example.com", n)
		added := i.gateways[0].Admin(t).Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": "admin"}).Wants(t, 201)
		i.paths[n] = fmt.Sprintf("/admin/admins/%d", added.ID(t, "id"))
		i.callers[n] = g.AdminLogin(email, harness.Password)(t)
	}
	return i, read
}

func (i *instances) disableTheFirstAdmin(t *testing.T) {
	t.Helper()
	all := i.callers[0].Get(t, "/admin/admins").Wants(t, 200)
	i.callers[0].Post(t, "/admin/admins/"+all.Column(t, "id")[0]+"/disable", nil).Wants(t, 200)
}

func TestSessionsEndAtOnceOnAllInstances(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	here, there := i.callers[0], i.callers[1]
	refused := func(c caller) {
		t.Helper()
		for _, g := range i.gateways {
			caller{Gateway: g, Header: c.Header}.Get(t, "/admin/clients").Refuses(t, 401, "invalid_token")
		}
	}
	again := func() caller {
		t.Helper()
		return i.gateways[1].AdminLogin("admin-1@example.com", harness.Password)(t)
	}
	here.Put(t, i.paths[1], object{"role": "support"}).Wants(t, 200)
	refused(there)
	there = again()
	here.Post(t, i.paths[1]+"/disable", nil).Wants(t, 200)
	refused(there)
	here.Post(t, i.paths[1]+"/enable", nil).Wants(t, 200)
	refused(there)
	there = again()
	there.Post(t, "/admin/auth/logout", nil).Wants(t, 200)
	refused(there)
	there = again()
	here.Post(t, i.paths[1]+"/reset-password", nil).Wants(t, 200)
	refused(there)
}

func TestTwoAdminsWhoDisableEachOtherOnTwoInstancesLeaveOne(t *testing.T) {
	t.Parallel()
	i := newInstances(t)
	i.disableTheFirstAdmin(t)
	var running sync.WaitGroup
	for n := range i.callers {
		running.Go(func() { i.callers[n].Post(t, i.paths[1-n]+"/disable", nil) })
	}
	running.Wait()
	left := 0
	for _, c := range i.callers {
		if c.Get(t, "/admin/clients").Status == 200 {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d admins are left", left)
	}
}
