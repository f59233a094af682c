package console

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

var (
	box         = regexp.MustCompile(`name="chosen" value="([^"]+)" aria-label="([^"]+)"`)
	hiddenValue = regexp.MustCompile(`type="hidden" name="([^"]+)" value="([^"]*)"`)
)

// boxes returns the values of the check boxes of a list, by the key of the row.
func (a answered) boxes() map[string]string {
	all := map[string]string{}
	for _, found := range box.FindAllStringSubmatch(a.Body, -1) {
		key, _, _ := strings.Cut(found[1], "~")
		all[key] = found[1]
	}
	return all
}

// second returns the form of a summary, as a person sends it who agrees.
func (a answered) second(t *testing.T, action string) url.Values {
	t.Helper()
	_, form, found := strings.Cut(a.Body, `action="`+action+`"`)
	if !found {
		t.Fatalf("nothing can be done: %s", a.text())
	}
	form, _, _ = strings.Cut(form, "</form>")
	all := url.Values{}
	for _, field := range hiddenValue.FindAllStringSubmatch(form, -1) {
		all.Add(field[1], field[2])
	}
	return all
}

// events counts the events of a kind about a client.
func events(t *testing.T, m harness.Merchant, kind string) int {
	t.Helper()
	return count(m.Gateway.Admin(t).Get(t, "/admin/audit-log?per_page=100&subject=clients/%d", m.ID).Wants(t, 200).Column(t, "kind"), kind)
}

// Chosen withdrawals are approved after a summary, which leaves out what was decided meanwhile and says why. The form
// sent twice at once, and again later, approves each once.
func TestChosenWithdrawalsAreApprovedOnce(t *testing.T) {
	t.Parallel()
	const list, approve = "/console/withdrawals", "/console/withdrawals/approve-chosen"
	admin := staff(t, "admin")
	var shops []harness.Merchant
	var ids []string
	var form url.Values
	for i := range 4 { // a merchant has one withdrawal at a time
		m := harness.NewFundedMerchant(t, 100_000)
		shops, ids = append(shops, m), append(ids, fmt.Sprint(m.Withdraw(t, 20_000, "https://toko.example/withdrawn")))
		shown := admin.get(t, fmt.Sprintf("%s?client_id=%d", list, m.ID)).shows(t, "Approve what is chosen")
		if i == 0 {
			form = shown.filled(t, approve, nil)
		}
		form.Add("chosen", shown.boxes()[ids[i]])
	}
	approved := func() (n int) {
		for _, m := range shops {
			n += events(t, m, "payout.approved")
		}
		return n
	}
	admin.post(t, list+"/"+ids[3]+"/reject", url.Values{"reason": {"the wrong account"}}).leadsTo(t, list+"/"+ids[3])
	summary := admin.postOnce(t, approve, form).shows(t, "Nothing was done yet.", "Rp60.000", "sixty thousand rupiah", "Done one by one: 3.",
		"Clients: 3", "Left out: 1.", "By now: Rejected.", "Signs of risk", "First payout")
	if got := approved(); got != 0 {
		t.Fatalf("the summary alone approved %d", got)
	}
	second := summary.second(t, approve)
	if len(second["chosen"]) != 3 {
		t.Fatalf("the second step is %v", second)
	}
	admin.post(t, list+"/"+ids[2]+"/reject", url.Values{"reason": {"the wrong account"}}).leadsTo(t, list+"/"+ids[2])
	both := admin.atOnce(t, approve, second)
	both[0].shows(t, "What came of it", "By now: Rejected.")
	both[1].shows(t, "What came of it", "By now: Rejected.")
	if !strings.Contains(both[0].text()+both[1].text(), "Done 2 Their sum Rp40.000") {
		t.Errorf("neither says that two were done: %s %s", both[0].text(), both[1].text())
	}
	admin.postOnce(t, approve, second).shows(t, "Done 0")
	if got := approved(); got != 2 {
		t.Errorf("%d were approved, want 2", got)
	}
	of := fmt.Sprintf("%s?client_id=%d", list, shops[3].ID)
	if left := admin.get(t, of).boxes(); len(left) != 0 {
		t.Errorf("decided withdrawals can be chosen: %v", left)
	}

	admin.postOnce(t, approve, nil).is(t, 400).says(t, "Nothing is chosen")
	many := url.Values{"agreed": {"true"}}
	for i := range page.MaxChosen + 1 {
		many.Add("chosen", fmt.Sprintf("%d~1", i+1))
	}
	admin.postOnce(t, approve, many).is(t, 400).says(t, "At most 50 rows at once")
	odd := url.Values{"chosen": {"0" + ids[0] + "~1", "x~1", "999999999~1"}}
	admin.postOnce(t, approve, odd).shows(t, "There is nothing that can be done", "Left out: 3.")
	support := staff(t, "support")
	support.postOnce(t, approve, second).is(t, 403)
	if shops[3].Withdraw(t, 20_000, "https://toko.example/withdrawn"); len(support.get(t, of).boxes()) != 0 {
		t.Error("support can choose withdrawals")
	}
}

// What needs two administrators is left out, and so is what waits for one already. Where amounts add up to the limit,
// the result says that the last one waits.
func TestWhatTakesTwoAdministratorsIsLeftOut(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{"DUAL_CONTROL_FROM": "40000"})
	m := g.NewMerchant(t)
	m.SetBankAccount(t)
	m.Earn(t, 300_000)
	ani, _ := twoAdmins(t, g)
	choose := func(list, action string) answered {
		t.Helper()
		shown := ani.get(t, list)
		form := shown.filled(t, list+action, nil)
		for _, value := range shown.boxes() {
			form.Add("chosen", value)
		}
		return ani.postOnce(t, list+action, form)
	}
	var asked string
	for _, amount := range []int{20_000, 50_000, 60_000} {
		made := m.Post(t, "/settlements", object{"jumlah": amount, "tujuan": "wages", "external_id": fmt.Sprint(amount)}).Wants(t, 201)
		asked = fmt.Sprint(made.ID(t, "id"))
	}
	ani.post(t, "/console/settlements/"+asked+"/approve", nil).leadsBelow(t, "/console/approvals")
	summary := choose("/console/settlements", "/approve-chosen").shows(t, "Done one by one: 1.", "Left out: 2.",
		"From Rp40.000 on a second administrator is needed", "It waits for a second administrator already: approval ")
	const approve = "/console/settlements/approve-chosen"
	ani.postOnce(t, approve, summary.second(t, approve)).shows(t, "Done 1")
	if got := events(t, m, "payout.approved"); got != 1 {
		t.Errorf("%d were approved, want 1", got)
	}

	for range 2 {
		id := m.OpenInvoice(t, 20_000, nil)
		m.ActInSandbox(t, id, "pay", object{"amount": 25_000})
		suspenseOf(t, g, id)
	}
	const release = "/console/suspense/release-chosen"
	summary = choose("/console/suspense", "/release-chosen").shows(t, "Rp50.000", "Done one by one: 2.")
	second := summary.second(t, release)
	ani.postOnce(t, release, second).shows(t, "“Reason”: is required", "Nothing was done yet.")
	second.Set("reason", "the customers agree")
	both := ani.atOnce(t, release, second)
	for _, one := range both {
		one.shows(t, "What came of it")
	}
	if said := both[0].text() + both[1].text(); !strings.Contains(said, "Done 1 Their sum Rp25.000") || !strings.Contains(said, "See the approval") {
		t.Errorf("neither says that one is done and one waits: %s %s", both[0].text(), both[1].text())
	}
	if got, waiting := events(t, m, "payment.suspense_released"), g.Admin(t).Get(t, "/admin/approvals?status=requested").Wants(t, 200).List(t); got != 1 || len(waiting) != 2 {
		t.Errorf("%d were released and %d wait, want 1 and 2", got, len(waiting))
	}
}

// Chosen callbacks are sent once more, however often the form is sent. One that was attempted since is left out.
func TestChosenCallbacksAreSentOnceMore(t *testing.T) {
	t.Parallel()
	const resend = "/console/callbacks/resend-chosen"
	m, r, support := harness.NewMerchant(t), receiver.New(t), staff(t, "support")
	id := m.OpenInvoice(t, 100_000, object{"metadata": object{"callback_url": r.URL}})
	m.ActInSandbox(t, id, "pay", nil)
	r.Next(t)
	list := fmt.Sprintf("/console/callbacks?client_id=%d&status=delivered", m.ID)
	poll.Until(t, "the callback can be chosen", func() bool { return len(support.get(t, list).boxes()) == 1 })
	shown := support.get(t, list)
	form := shown.filled(t, resend, nil)
	for _, value := range shown.boxes() {
		form.Add("chosen", value)
	}
	second := support.postOnce(t, resend, form).shows(t, "Done one by one: 1.", "Nothing was done yet.", "invoice.paid").second(t, resend)
	for _, one := range support.atOnce(t, resend, second) {
		one.shows(t, "What came of it")
	}
	r.Next(t)
	poll.Until(t, "the callback is delivered again", func() bool { return len(support.get(t, list).boxes()) == 1 })
	support.postOnce(t, resend, second).shows(t, "Done 0", "It changed since you saw the list.")
	found := m.Gateway.Admin(t).Get(t, "/admin/callbacks?client_id=%d", m.ID).Wants(t, 200).List(t)[0].(map[string]any)
	if attempts := found["attempts"].([]any); len(attempts) != 2 {
		t.Errorf("there are %d attempts, want 2", len(attempts))
	}
}
