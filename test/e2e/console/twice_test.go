package console

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gateway/test/e2e/harness"
)

var hiddenKey = regexp.MustCompile(`name="idempotency_key" value="([^"]+)"`)

// filled returns the fields of the page's form for a path, as a browser has them.
func (a answered) filled(t *testing.T, action string, fields url.Values) url.Values {
	t.Helper()
	_, form, found := strings.Cut(a.Body, `action="`+action+`"`)
	key := hiddenKey.FindStringSubmatch(form)
	if !found || key == nil {
		t.Fatalf("the page has no form to %s:\n%s", action, a.text())
	}
	all := url.Values{"idempotency_key": {key[1]}}
	for name, values := range fields {
		all[name] = values
	}
	return all
}

// atOnce sends a form twice at the same time, as an impatient person does.
func (v *visitor) atOnce(t *testing.T, path string, form url.Values) (both [2]answered) {
	t.Helper()
	var done sync.WaitGroup
	for i := range both {
		done.Go(func() { both[i] = v.post(t, path, form) })
	}
	done.Wait()
	return both
}

// A form that is sent twice at once, and again by the back button, does one thing. The later ones either lead
// to the same page or say why they did nothing.
func TestAFormThatIsSentTwiceDoesOneThing(t *testing.T) {
	t.Parallel()
	all, admin := newCrowd(t, "Kembar"), staff(t, "admin")
	g, m := all.Gateway, all.Merchant
	client := fmt.Sprintf("/console/clients/%d", m.ID)
	kinds := func() (kinds []string) {
		return g.Admin(t).Get(t, "/admin/audit-log?per_page=100&subject=clients/%d", m.ID).Wants(t, 200).Column(t, "kind")
	}
	for _, c := range []struct {
		page, act string
		fields    url.Values
		event     string
		again     []int
	}{
		{client, client + "/adjust", url.Values{"amount": {"1.000"}, "reason": {"bonus"}}, "balance.adjusted", []int{303}},
		{client, client + "/suspend", url.Values{"reason": {"fraud"}}, "account.suspended", []int{303, 400}},
		{client, client + "/reactivate", url.Values{"reason": {"sound"}}, "account.reactivated", []int{303, 400}},
		{client + "/apps", client + "/add-app", url.Values{"name": {"Kasir"}, "kode": {"KSR"}}, "account.app_added", []int{303}},
		{"/console/suspense/" + all.Suspense, "/console/suspense/" + all.Suspense + "/release", url.Values{"reason": {"agreed"}}, "payment.suspense_released", []int{400}},
		{
			"/console/withdrawals/" + all.Withdrawal, "/console/withdrawals/" + all.Withdrawal + "/approve",
			url.Values{"manual": {"true"}},
			"payout.approved",
			[]int{400},
		},
		{
			"/console/withdrawals/" + all.Withdrawal, "/console/withdrawals/" + all.Withdrawal + "/complete",
			url.Values{"di_transfer_oleh": {"Ani"}},
			"payout.completed",
			[]int{400},
		},
		{"/console/settlements/" + all.Settlement, "/console/settlements/" + all.Settlement + "/reject", url.Values{"reason": {"wrong"}}, "payout.rejected", []int{400}},
		{"/console/tickets/" + all.Ticket, "/console/tickets/" + all.Ticket + "/reply", url.Values{"message": {"Sudah."}}, "ticket.replied", []int{303}},
	} {
		before := count(kinds(), c.event)
		form := admin.get(t, c.page).is(t, 200).filled(t, c.act, c.fields)
		both := admin.atOnce(t, c.act, form)
		third := admin.post(t, c.act, form)
		led := 0
		for _, one := range append(both[:], third) {
			switch {
			case one.Status == http.StatusSeeOther:
				led++
			case one.Status >= http.StatusInternalServerError && one.Status != http.StatusServiceUnavailable:
				t.Errorf("%s: %d %s", c.act, one.Status, one.text())
			case !strings.Contains(one.Body, `role="alert"`):
				t.Errorf("%s was refused without a word: %s", c.act, one.text())
			}
		}
		if led == 0 {
			t.Errorf("%s: none of three did it: %s", c.act, both[0].text())
		}
		if got := count(kinds(), c.event) - before; got != 1 {
			t.Errorf("%s was sent three times and did %d things", c.act, got)
		}
		isOneOf := false
		for _, status := range c.again {
			isOneOf = isOneOf || third.Status == status
		}
		if !isOneOf {
			t.Errorf("%s again: %d, want one of %v: %s", c.act, third.Status, c.again, third.text())
		}
	}
}

func count(all []string, kind string) (n int) {
	for _, one := range all {
		if one == harness.JSON(kind) {
			n++
		}
	}
	return n
}
