package console

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
	"gateway/test/lastmonth"
	"gateway/test/migrated"
	"gateway/test/poll"
)

var (
	hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`)
	reasonInput = regexp.MustCompile(`name="(reason-[0-9a-f]+)"`)
	monthForm   = regexp.MustCompile(`(?s)<form method="post" action="([^"]+/check)".*?</form>`)
)

// checks sends each form of a month's page that starts a check, and waits until its run has ended.
func (v *visitor) checks(t *testing.T, path string) (page answered) {
	t.Helper()
	poll.Until(t, "every check is made", func() bool {
		page = v.get(t, path)
		if strings.Contains(page.Body, "<progress") {
			return false
		}
		form := monthForm.FindStringSubmatch(page.Body)
		if form == nil {
			return true
		}
		fields := url.Values{}
		for _, hidden := range hiddenField.FindAllStringSubmatch(form[0], -1) {
			fields.Set(hidden[1], hidden[2])
		}
		v.post(t, form[1], fields).leadsTo(t, path)
		return false
	})
	return page
}

// closing fills the form that closes a month: a reason for each finding.
func (a answered) closing(t *testing.T, path, reason string) url.Values {
	t.Helper()
	form := a.filled(t, path+"/close", url.Values{"confirm": {"true"}})
	for _, field := range reasonInput.FindAllStringSubmatch(a.Body, -1) {
		form.Set(field[1], reason)
	}
	return form
}

// Two administrators close a month with forms alone. The last thing that they do is to take the file for the tax office.
func TestTwoAdministratorsCloseAMonthWithFormsAlone(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	month := lastmonth.Payout(t, events)
	g := harness.StartOn(t, events, read, harness.Settings{
		"DUAL_CONTROL_FROM": "10000000", "TAX_SELLER_TIN": "0011223344556677", "TAX_SELLER_NITKU": "0011223344556677000000",
		"TAX_SELLER_NAME": "PT Gateway", "TAX_SELLER_ADDRESS": "Jl. Sudirman 1, Jakarta",
	})
	g.NewMerchant(t).LogIn(t).Put(t, "/me/tax-data", object{
		"name": "PT Toko Budi", "npwp": "12.345.678.9-012.345", "alamat": "Jl. Melati 1",
	}).Wants(t, 200)
	ani, budi := twoAdmins(t, g)
	path := "/console/months/" + month
	list := ani.get(t, "/console/months").shows(t, "Open", "Not over")
	if !strings.Contains(list.Body, `href="`+path+`"`) {
		t.Fatal("the list does not lead to the month")
	}
	open := ani.get(t, path).shows(t, "Do what the list says", "To be done", "Start a verify of the whole log", "Compare with xendit").
		hides(t, "There is no reopening")
	ani.post(t, path+"/close", url.Values{"confirm": {"true"}}).is(t, 409)
	if !strings.Contains(open.Body, "/console/audit-runs") {
		t.Error("no check leads to where it is made")
	}
	ani.get(t, "/console/language/id")
	ani.get(t, path).shows(t, "Kerjakan yang tertulis pada daftar", "Mulai pemeriksaan seluruh catatan").
		hides(t, "Start a verify", "start a verify", "compare 1 days")
	ani.get(t, "/console/language/en")

	ready := ani.checks(t, path).shows(t, "There is no reopening", "as it would be recorded", "Nothing is wrong")
	form := ready.closing(t, path, "The provider books it in the next month.")
	approval := ani.post(t, path+"/close", form).leadsBelow(t, "/console/approvals")
	ani.get(t, path).shows(t, "The closing of the month was asked for").hides(t, "There is no reopening")
	ani.get(t, approval).shows(t, "You asked for it").hides(t, "Grant and do it")
	ani.post(t, approval+"/grant", nil).is(t, 403)
	budi.get(t, approval).shows(t, month, "Sum of debits", "Rp141.100", "periods/"+month)
	budi.post(t, approval+"/grant", nil).leadsTo(t, approval)

	closed := budi.get(t, path).shows(t, "The month is closed for good", "Trial balance of the month", "payment-gateway-log", "Download the signed statement",
		"Download the auditor's package",
		"What came late", "Download the journals")
	budi.get(t, path+"/late").shows(t, "Nothing came late")
	if file := budi.get(t, path+"/statement"); file.Status != 200 || !strings.HasPrefix(file.Body, "kind,name,opening") {
		t.Errorf("the statement is %d %q", file.Status, file.Body)
	}
	if file := budi.get(t, path+"/package"); file.Status != 200 || file.Header.Get("Content-Type") != "application/zip" ||
		!strings.HasPrefix(file.Body, "PK") || !strings.Contains(file.Body, "MANIFEST.sha256.sig") {
		t.Errorf("the package is %d %v of %d bytes", file.Status, file.Header, len(file.Body))
	}
	if !strings.Contains(closed.Body, `href="/console/tax?month=`+month+`"`) {
		t.Fatal("the month does not lead to its fee invoices")
	}
	budi.post(t, "/console/tax/"+month+"/export", budi.get(t, "/console/tax?month="+month).filled(t, "/console/tax/"+month+"/export", nil)).
		leadsTo(t, "/console/tax")
	budi.get(t, "/console/tax?month="+month).shows(t, "FI-"+month)
	if second := budi.get(t, "/console/tax?month="+month+"&after=2"); second.Status != 200 || strings.Contains(second.Body, "FI-"+month) {
		t.Errorf("the second page of the invoices is %d %s", second.Status, second.Body)
	}
	last := "/console/tax/" + month + "/file/1"
	links := regexp.MustCompile(`<a href="([^"]+)"`).FindAllStringSubmatch(budi.get(t, path).Body, -1)
	if got := links[len(links)-1][1]; got != last {
		t.Errorf("the last link is %s, want %s", got, last)
	}
	if file := budi.get(t, last); file.Status != 200 || !strings.Contains(file.Body, "<BuyerName>PT Toko Budi</BuyerName>") {
		t.Errorf("the file is %d %s", file.Status, file.Body)
	}
	budi.get(t, "/console/months").shows(t, "Closed", "(Administrator)")
}

// bookTopUp adds a top-up to the provider's books at noon of the last day of a month, which the treasury does not know.
func bookTopUp(t *testing.T, events, month string) {
	t.Helper()
	_, until, err := calendar.Calendar{}.Month("month", month)
	if err != nil {
		t.Fatal(err)
	}
	_, err = open(t, events).ExecContext(t.Context(), `INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code,
		account_identifier, reverses, cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
		VALUES ('txn_top', 'TOPUP', 'top', 'float-1', '', '', '', '', 'MONEY_IN', 'SUCCESS', 5000000, 0, 0, 'NOT_APPLICABLE', $1, $1)`, until.Add(-12*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
}

func TestTwoAdministratorsAskAtOnceAndTheMonthIsClosedOnce(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	month := lastmonth.Book(t, events, 1)
	g := harness.StartOn(t, events, read, harness.Settings{"DUAL_CONTROL_FROM": "10000000"})
	ani, budi := twoAdmins(t, g)
	path := "/console/months/" + month
	bookTopUp(t, events, month)
	first, second := ani.checks(t, path), budi.get(t, path)
	ani.post(t, path+"/close", first.filled(t, path+"/close", nil)).is(t, 400).says(t, "is required")
	const reason = "The provider books it in the next month."
	asked := [2]string{
		ani.post(t, path+"/close", first.closing(t, path, reason)).leadsBelow(t, "/console/approvals"),
		budi.post(t, path+"/close", second.closing(t, path, reason)).leadsBelow(t, "/console/approvals"),
	}
	budi.post(t, asked[1]+"/grant", nil).is(t, 403)
	budi.get(t, asked[0]).shows(t, "accepted, with their reasons", "xendit: Our own money float-1: missing in our log", reason)
	budi.post(t, asked[0]+"/grant", nil).leadsTo(t, asked[0])
	ani.post(t, asked[1]+"/grant", nil)
	ani.get(t, asked[1]).shows(t, "Failed", "is closed already")
	ani.get(t, path).shows(t, "The month is closed for good", "float-1: missing in our log", reason)
	ani.post(t, path+"/close", url.Values{"confirm": {"true"}}).is(t, 409)
}

func TestAMonthThatCannotBeClosedSaysWhy(t *testing.T) {
	t.Parallel()
	events, read := migrated.Pair(t)
	earlier := lastmonth.Book(t, events, 2)
	month := lastmonth.Book(t, events, 1)
	g := harness.StartOn(t, events, read, nil)
	v := newVisitor(t, g)
	v.logIn(t, "/console", harness.AdminEmail, harness.AdminPassword)
	for _, wrong := range []string{"2026-13", "2026-1", "1999-12", "2999-01", "x"} {
		v.get(t, "/console/months/"+wrong).is(t, 400)
		v.post(t, "/console/months/"+wrong+"/close", url.Values{"confirm": {"true"}}).is(t, 400)
		v.get(t, "/console/months/"+wrong+"/late").is(t, 400)
		v.get(t, "/console/months/"+wrong+"/statement").is(t, 400)
	}
	now := calendar.Calendar{}.MonthOf(time.Now())
	v.get(t, "/console/months/"+now).shows(t, "The month ends at", "Wait for the end of the month").hides(t, "There is no reopening", "Verify the whole log")
	v.post(t, "/console/months/"+now+"/close", url.Values{"confirm": {"true"}}).is(t, 409)
	if page := v.get(t, "/console/months/"+month).shows(t, "Close the earlier month first"); !strings.Contains(page.Body, fmt.Sprintf(`href="/console/months/%s"`, earlier)) {
		t.Error("the page does not lead to the earlier month")
	}
	v.get(t, "/console/months/"+month+"/statement").is(t, 409)
	v.post(t, "/console/months/"+month+"/check", url.Values{"kind": {"reconcile"}, "date": {"2026-01-01"}, "to": {"2025-12-31"}}).is(t, 400)
}
