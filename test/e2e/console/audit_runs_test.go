package console

import (
	"database/sql"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/e2e/harness"
	"gateway/test/migrated"
	"gateway/test/poll"
)

// audited is a gateway on databases that a test may change behind its back.
type audited struct {
	*harness.Gateway
	events, read string
}

func newAudited(t *testing.T) audited {
	t.Helper()
	a := audited{}
	a.events, a.read = migrated.Pair(t)
	a.Gateway = harness.StartOn(t, a.events, a.read, nil)
	return a
}

// as logs in as a new administrator with the role.
func (a audited) as(t *testing.T, role string) *visitor {
	t.Helper()
	email := a.NextEmail()
	a.Admin(t).Post(t, "/admin/admins", object{"email": email, "password": harness.Password, "role": role}).Wants(t, 201)
	v := newVisitor(t, a.Gateway)
	v.logIn(t, "/console", email, harness.Password)
	return v
}

func open(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// bookThere adds a top-up to the provider's books that the treasury does not know.
func (a audited) bookThere(t *testing.T) {
	t.Helper()
	_, err := open(t, a.events).ExecContext(t.Context(), `INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code,
		account_identifier, reverses, cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
		VALUES ('txn_top', 'TOPUP', 'top', 'float-1', '', '', '', '', 'MONEY_IN', 'SUCCESS', 5000000, 0, 0, 'NOT_APPLICABLE', now(), now())`)
	if err != nil {
		t.Fatal(err)
	}
}

var runPage = regexp.MustCompile(`^/console/audit-runs/\d+`)

// start sends the form that starts a run, and returns the page of the run.
func (v *visitor) start(t *testing.T, form url.Values) (path string) {
	t.Helper()
	sent := v.post(t, "/console/audit-runs", form)
	if path = runPage.FindString(sent.Header.Get("Location")); path == "" {
		t.Fatalf("%d %s", sent.Status, sent.text())
	}
	return path
}

// report waits until the run has ended, and returns its page.
func (v *visitor) report(t *testing.T, path string) (page answered) {
	t.Helper()
	poll.Until(t, "the run has ended", func() bool {
		page = v.get(t, path)
		return !strings.Contains(page.Body, "<progress")
	})
	return page
}

func today() string { return calendar.Calendar{}.DayOf(time.Now()) }

func TestAnAuditorComparesADayAndReadsWhatADifferenceMeans(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	g.NewMerchant(t)
	v := g.as(t, "auditor")
	v.get(t, "/console/audit-runs").shows(t, "No such run yet", "Verify the log", "Compare with the provider")
	v.post(t, "/console/audit-runs", url.Values{"kind": {"verify"}, "whole": {"zzz"}}).is(t, 400).says(t, "must be true or false")
	path := v.start(t, url.Values{"kind": {"reconcile"}, "date": {today()}})
	v.report(t, path).shows(t, "Nothing is wrong", "Both sides agree", "Should be there", "Our money at the provider")

	g.bookThere(t)
	path = v.start(t, url.Values{"kind": {"reconcile"}, "date": {today()}})
	page := v.report(t, path).shows(t, "Something is wrong", "Our own money: missing in our log", "float-1", "Rp5.000.000, Completed", "What it means",
		"is not entered in the treasury", "Enter it in the treasury with the provider")
	if !strings.Contains(page.Body, `href="/console/treasury"`) {
		t.Error("the difference leads nowhere")
	}
	if csv := v.get(t, path+"?format=csv"); !strings.Contains(csv.Body, "own_money_missing_here") || !strings.Contains(csv.Body, "Enter it in the treasury") {
		t.Errorf("the CSV is %q", csv.Body)
	}
	v.get(t, "/console/language/id")
	v.get(t, path).shows(t, "Ada yang salah", "Masukkan di kas dengan referensi penyedia")
	v.get(t, "/console/audit-runs?outcome=found").shows(t, "Perbandingan dengan penyedia", "Ada yang salah").hides(t, "Tidak ada yang salah, ")
	v.get(t, "/console/audit-runs/999999").is(t, 404)
	v.get(t, path+"?after=x").is(t, 400)
}

func TestAVerifyShowsHowItGoesAndWhatItFound(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	m := g.NewMerchant(t)
	m.Earn(t, 50_000)
	v, support := g.as(t, "auditor"), g.as(t, "support")
	tx, err := open(t, g.read).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{`LOCK TABLE proposals IN ACCESS EXCLUSIVE MODE`, `UPDATE clients SET pic = 'Altered Name'`} {
		if _, err := tx.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	path := v.start(t, url.Values{"kind": {"verify"}, "whole": {"true"}})
	v.get(t, path).shows(t, "Check of the log 1 is running", "The report is here when the run has ended")
	// Meanwhile no other run can be started: the page has no form, and a person who sends one is told why.
	v.get(t, "/console/audit-runs").shows(t, "Check of the log 1 is running").hides(t, "Compare with the provider")
	if sent := v.post(t, "/console/audit-runs", url.Values{"kind": {"reconcile"}, "date": {today()}}); sent.Status != 409 ||
		!strings.Contains(sent.Body, "audit run 1 (verify, started by") {
		t.Errorf("%d %s", sent.Status, sent.text())
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	v.report(t, path).shows(t, "Something is wrong", "Every read model equals a replay of the log", "Broken", "table clients",
		"differs from a replay", "Rebuild the read model").hides(t, "Altered Name")
	support.get(t, path).shows(t, "table clients")
	support.get(t, "/console/audit-runs").shows(t, "Auditors and administrators may start a run").hides(t, "Verify the log")
	support.post(t, "/console/audit-runs", url.Values{"kind": {"verify"}}).is(t, 403)
}

func TestAnEventThatWasAlteredIsFoundByAVerify(t *testing.T) {
	t.Parallel()
	g := newAudited(t)
	g.NewMerchant(t).Earn(t, 50_000)
	v := g.as(t, "auditor")
	v.report(t, v.start(t, url.Values{"kind": {"verify"}, "whole": {"true"}}))
	alter := func(from, to string) {
		t.Helper()
		tx, err := open(t, g.events).BeginTx(t.Context(), nil)
		if err == nil {
			_, err = tx.ExecContext(t.Context(), `ALTER TABLE events DISABLE TRIGGER USER`)
		}
		if err == nil {
			_, err = tx.ExecContext(t.Context(), `UPDATE events SET data = replace(data::text, $1, $2)::json WHERE type LIKE 'balance.adjusted%'`, from, to)
		}
		if err == nil {
			_, err = tx.ExecContext(t.Context(), `ALTER TABLE events ENABLE TRIGGER USER`)
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	alter("-50000", "-49999")
	defer alter("-49999", "-50000") // the harness checks the log of each gateway at its end
	page := v.report(t, v.start(t, url.Values{"kind": {"verify"}, "whole": {"true"}})).shows(t, "Something is wrong", "balance.adjusted.v1", "Stop the client")
	if !eventPage.MatchString(page.Body) {
		t.Error("no finding leads to its event")
	}
}
