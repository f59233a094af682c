package approvals

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
)

func disable(id int64) string { return fmt.Sprintf("/admin/admins/%d/disable", id) }

func enable(id int64) string { return fmt.Sprintf("/admin/admins/%d/enable", id) }

const ani, budi = 1, 3 // ids

func TestOneAdministratorAloneIsNeverLockedOut(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"DUAL_CONTROL_FROM": "0"})
	alone := g.Admin(t)
	m := g.NewMerchant(t) // approved, with a key
	m.Earn(t, 100*limit)
	alone.Put(t, "/admin/fees/QRIS", object{"percent": 0.9}).Wants(t, 200)
	alone.Post(t, "/admin/admins", object{"email": "clerk@example.com", "password": harness.Password, "role": "support"}).Wants(t, 201)
	alone.Post(t, "/admin/admins", object{"email": "budi@example.com", "password": harness.Password, "role": "admin"}).Wants(t, 201)
	// From the second admin on, dual control is in force.
	alone.Put(t, "/admin/fees/QRIS", object{"percent": 0.8}).Wants(t, 202)
	alone.Post(t, m.AdminPath("/adjustments"), object{"amount": 0.01, "reason": "a cent"}).Wants(t, 202)
}

func TestDualControlStaysInForceWhenTheSecondAdministratorIsGone(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := o.adjustment(t, limit)
	o.ani.Post(t, disable(budi), object{"reason": "left"}).Wants(t, 200) // one person alone can end a login
	o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": limit, "reason": "alone"}).Wants(t, 202)
	grant(t, o.ani, id).Refuses(t, 403, "own_approval")
	o.ani.Post(t, "/admin/admins", object{"email": "x@example.com", "password": harness.Password, "role": "admin"}).Wants(t, 202)
	o.ani.Put(t, fmt.Sprintf("/admin/admins/%d", o.clerk), object{"role": "admin"}).Wants(t, 202)
	grant(t, o.budi, id).Refuses(t, 401, "invalid_token")
	// Acts that dual control does not cover still work.
	o.ani.Post(t, o.merchant.AdminPath("/adjustments"), object{"amount": limit - 1, "reason": "small"}).Wants(t, 201)
}

// Otherwise one person who knows a disabled administrator's password would count as two.
func TestADisabledAdministratorComesBackOnlyByTwo(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	citra := o.third(t)
	id := o.adjustment(t, limit)
	o.ani.Post(t, disable(budi), object{"reason": "left"}).Wants(t, 200)
	back := asked(t, o.ani.Post(t, enable(budi), object{"reason": "is back"}))
	email := o.emailOf(t, budi)
	o.Anonymous().Post(t, "/admin/auth/login", object{"email": email, "password": harness.Password}).Wants(t, 401)
	grant(t, o.ani, back).Refuses(t, 403, "own_approval")
	grant(t, citra, back).Wants(t, 200).Is(t, object{"status": "done", "result.disabled": false})
	o.ani.Post(t, enable(budi), nil).Wants(t, 200) // it would change nothing
	grant(t, o.budi, id).Refuses(t, 401, "invalid_token")
	grant(t, o.AdminLogin(email, harness.Password)(t), id).Wants(t, 200).Is(t, object{"status": "done"})
}

func TestWhatADisabledAdministratorAskedForIsNotDone(t *testing.T) {
	t.Parallel()
	o := newBranches(t)
	citra := o.third(t)
	id := o.adjustment(t, limit)
	o.budi.Post(t, disable(ani), object{"reason": "left"}).Wants(t, 200)
	grant(t, o.budi, id).Refuses(t, 400, "requester_disabled")
	// Once back as an administrator, his requests may be granted, but not while he has another role.
	back := o.budi.Post(t, enable(ani), object{"reason": "is back"}).Wants(t, 202).ID(t, "id")
	grant(t, citra, back).Wants(t, 200).Is(t, object{"status": "done"})
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done"})
}

func TestAnAdministratorWhoResetsTheLoginOfTheOtherCannotGrantAsThem(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	a := o.ani.Post(t, fmt.Sprintf("/admin/admins/%d/reset-password", budi), object{"second_factor": true, "reason": "mine now"})
	id := asked(t, a)
	password := a.Text(t, "result.password")
	asBudi := func(status int) {
		t.Helper()
		email := o.emailOf(t, budi)
		o.Anonymous().Post(t, "/admin/auth/login", object{"email": email, "password": password}).Wants(t, status)
	}
	asBudi(401) // it does not count before the other administrator grants it
	o.budi.Get(t, "/admin/approvals/%d", id).Wants(t, 200).Is(t, object{
		"kind": "admin.reset", "subject": "admins/3", "result": nil,
		"what": "give administrator 3 a new password, which the one who asks gets, and remove the second factor",
	})
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done", "result.id": budi})
	asBudi(200)
	o.ani.Post(t, fmt.Sprintf("/admin/admins/%d/reset-password", ani), nil).Refuses(t, 400, "own_login")
}

func TestANewAdministratorIsNoneBeforeAnotherGrantsIt(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	id := asked(t, o.ani.Post(t, "/admin/admins", object{"email": "Citra@Example.com", "password": harness.Password, "role": "admin"}))
	logIn := func(status int) {
		t.Helper()
		o.Anonymous().Post(t, "/admin/auth/login", object{"email": "citra@example.com", "password": harness.Password}).Wants(t, status)
	}
	logIn(401)
	o.ani.Post(t, "/admin/admins", object{"email": "y@example.com", "password": "short", "role": "admin"}).RefusesField(t, "password")
	grant(t, o.budi, id).Wants(t, 200).Is(t, object{"status": "done", "result.email": "citra@example.com", "result.role": "admin"})
	logIn(200)
	o.ani.Post(t, "/admin/admins", object{"email": "citra@example.com", "password": harness.Password, "role": "admin"}).Refuses(t, 409, "email_taken")
}

func (o *office) emailOf(t *testing.T, id int64) string {
	t.Helper()
	all := o.ani.Get(t, "/admin/admins").Wants(t, 200)
	for i := range all.List(t) {
		if all.ID(t, fmt.Sprintf("%d.id", i)) == id {
			return all.Text(t, fmt.Sprintf("%d.email", i))
		}
	}
	t.Fatal("there is no such administrator")
	return ""
}
