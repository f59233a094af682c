package browser

import (
	"database/sql"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	_ "github.com/lib/pq" // to break rows of a read model
)

// A read model with wrong rows is found, rebuilt beside the one in use, compared, swapped in, rolled back and
// swapped in again: by clicks alone.
func TestABrokenReadModelIsMendedByClicksAlone(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	g.adjust(t)
	g.execute(t, `UPDATE balances SET available = available + 1, saldo = saldo + 1`)
	b := newBrowser(t).newTab(t)
	b.logIn(g.url, "/console", adminEmail, adminPassword)
	shows := func(amount string) {
		t.Helper()
		b.visit(g.url + "/console/clients/1")
		if got := b.text(".figures .figure:nth-child(3) strong"); got != amount {
			t.Errorf("the client's page shows %s, want %s", got, amount)
		}
		b.visit(g.url + "/console/projections")
		b.click(`a[href="/console/projections/balances"]`)
		b.sees(".columns")
	}
	shows("Rp12.501")
	b.click(`form[action$="/compare"] button`)
	b.sees(".columns .notice.bad")
	b.sees(".columns .list table")
	b.click(`form[action$="/rebuild"] button`)
	b.sees(`form[action$="/rollback"]`)
	shows("Rp12.500")
	b.agrees("/rollback")
	b.sees(`form[action$="/rollback"]`)
	shows("Rp12.501")
	b.agrees("/rollback")
	b.sees(`form[action$="/rollback"]`)
	shows("Rp12.500")
	b.click(`form[action$="/clean"] input[name=confirm]`)
	b.click(`form[action$="/clean"] button`)
	b.sees(`main:not(:has(form[action$="/rollback"]))`)
	shows("Rp12.500")
}

// execute runs a statement on the read models' database.
func (g *gateway) execute(t *testing.T, statement string) {
	t.Helper()
	db, err := sql.Open("postgres", g.readModels)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// An administrator without a mouse approves a registration and a withdrawal.
func TestTheKeyboardAloneApprovesARegistrationAndAWithdrawal(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	g.withdraw(t)
	g.call(t, http.MethodPost, "/auth/register", nil, object{"nama": "Toko Baru", "email": "baru@example.com", "password": "rahasia-123"}, nil)
	b := newBrowser(t).newTab(t)
	b.do(chromedp.EmulateViewport(1280, 800)) // on a small screen the menu is closed
	b.logIn(g.url, "/console", adminEmail, adminPassword)
	b.enter(`a[href="/console/clients?status=pending"]`)
	b.sees("main .list")
	b.enter(`main a[href="/console/clients/2"]`)
	b.sees(`form[action$="/approve"]`)
	b.enter(`form[action$="/approve"] button`)
	b.sees(`form[action$="/suspend"]`)
	b.enter(`nav a[href="/console/withdrawals"]`)
	b.sees("main .list")
	b.enter(`main a[href="/console/withdrawals/1"]`)
	b.sees(`form[action$="/approve"]`)
	b.enter(`form[action$="/approve"] button`)
	b.sees("main .sum")
	b.enter(`form[action$="/approve"] button`)
	b.sees(".notice.good")
	b.sees(`main:not(:has(form[action$="/approve"]))`)
}

// withdraw lets the merchant ask for a withdrawal, which waits for approval.
func (g *gateway) withdraw(t *testing.T) {
	t.Helper()
	g.call(t, http.MethodPut, "/account", g.key, object{"norek": "1234567890", "bank": "BCA"}, nil)
	g.call(t, http.MethodPost, "/admin/clients/1/adjustments", g.admin, object{"amount": 500_000, "reason": "for the test"}, nil)
	g.call(t, http.MethodPost, "/withdrawals", g.key, object{"jumlah": 20_000, "url": "https://toko.example/withdrawn"}, nil)
}

// enter moves to an element with the tab key and presses Enter there.
func (b *tab) enter(selector string) {
	b.t.Helper()
	b.reach(selector)
	b.press("\r")
}
