package console

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

// moment is a time in the form of a field of a page: without a zone, in Jakarta's time.
func moment(t time.Time) string {
	return t.In(time.FixedZone("WIB", 7*60*60)).Format("2006-01-02T15:04:05.000")
}

var eventPage = regexp.MustCompile(`/console/log/\d+`)

func TestABalanceIsShownAsItWasAtAnyMoment(t *testing.T) {
	t.Parallel()
	before := time.Now().Add(-time.Hour)
	m := harness.NewFundedMerchant(t, 250_000)
	v := staff(t, "auditor")
	path := "/console" + strings.TrimPrefix(m.AdminPath("/balance"), "/admin")
	v.get(t, path).shows(t, "Rp250.000", "Balance adjusted").says(t, "As it is now")
	v.get(t, path+"?at="+moment(before)).shows(t, "As it was at", "No movements between these moments").hides(t, "Rp250.000")
	v.get(t, path+"?since="+moment(before)).shows(t, "Changed by +Rp250.000", "Balance adjusted")
	v.get(t, path+"?since="+moment(time.Now().Add(time.Minute))).shows(t, "Changed by Rp0", "No movements between these moments")
	v.get(t, path+"?at=yesterday").is(t, 400)
	v.get(t, "/console/clients/987654321/balance").is(t, 404)
	if csv := v.get(t, path+"?format=csv"); !strings.Contains(csv.Body, "250000.00") {
		t.Errorf("the CSV is %q", csv.Body)
	}
}

func TestAFigureLeadsToItsPostingsItsEventAndThePersonBehindIt(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100_000)
	v := staff(t, "auditor")
	movements := v.get(t, "/console"+strings.TrimPrefix(m.AdminPath("/balance"), "/admin")).shows(t, "Rp100.000")
	event := v.get(t, eventPage.FindString(movements.Body))
	event.shows(t, "balance.adjusted.v1", "What moved", "-Rp100.000", "Available balance", "Who is behind it", "(Administrator)", "Request id")
	v.get(t, "/console/log/987654321").is(t, 404)
}

func TestAnEventOfAPaymentIsToldFromTheRequestOn(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	id := m.OpenInvoice(t, 50_000, nil)
	m.ActInSandbox(t, id, "pay", nil)
	m.AwaitPayment(t, id, "PAID")
	v := staff(t, "support")
	log := v.get(t, "/console/log?stream=payment-"+url.QueryEscape(id)).shows(t, "Paid by the customer", "Payment requested")
	v.get(t, eventPage.FindString(log.Body)).shows(t, "payment.requested.v1", "payment.paid.v1", "By: Toko", "(API key)")
}

func TestTheTrialBalanceIsShownAtAnyMomentWithTheReasonsOfAChange(t *testing.T) {
	t.Parallel()
	before := time.Now()
	m := harness.NewFundedMerchant(t, 70_000)
	v := staff(t, "auditor")
	v.get(t, "/console/trial-balance").shows(t, "All accounts sum to zero", "Available balance, all clients", "Each account")
	v.get(t, "/console/trial-balance?since="+moment(before)).shows(t, "Why it changed", "Corrections by an administrator", "By client", "Before")
	v.get(t, "/console/trial-balance?at=2020-01-01").shows(t, "Nothing is booked yet")
	if csv := v.get(t, "/console/trial-balance/accounts?format=csv"); !strings.Contains(csv.Body, "client:"+strings.TrimPrefix(m.AdminPath(""), "/admin/clients/")+":available,70000.00") {
		t.Errorf("the CSV has no account of the client:\n%s", csv.Body)
	}
}

func TestAPeriodIsReportedForTheTaxOfficeByClient(t *testing.T) {
	t.Parallel()
	harness.NewFundedMerchant(t, 60_000)
	v := staff(t, "auditor")
	v.get(t, "/console/period-report").shows(t, "VAT to declare", "Fees earned", "By VAT rate", "Beside the trial balance", "By client")
	v.get(t, "/console/period-report?from=2020-01-01&to=2020-01-31").shows(t, "VAT to declare", "Nothing matches")
	if file := v.get(t, "/console/period-report/file?month=2020-01"); !strings.HasPrefix(file.Header.Get("Content-Type"), "text/csv") {
		t.Errorf("the file is %v", file.Header)
	}
}

func TestStaffReadAClientsStatementOfAMonth(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 80_000)
	v := staff(t, "support")
	path := "/console" + strings.TrimPrefix(m.AdminPath("/statement"), "/admin")
	v.get(t, path).shows(t, "Opening balance", "Rp80.000", "Corrections by an administrator")
	if pdf := v.get(t, path+"/file?format=pdf"); !strings.HasPrefix(pdf.Body, "%PDF") {
		t.Errorf("the file begins with %.20q", pdf.Body)
	}
	v.get(t, "/console/clients/987654321/statement").is(t, 404)
}

func TestTheAuditLogLeadsToEvents(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 90_000)
	subject := strings.TrimPrefix(m.AdminPath(""), "/admin/")
	page := staff(t, "auditor").get(t, "/console/audit-log?subject="+url.QueryEscape(subject))
	page.shows(t, "Client approved", "Balance adjusted", subject)
	if eventPage.FindString(page.Body) == "" {
		t.Error("no entry leads to its event")
	}
}
