package browser

import (
	"net/http"
	"testing"

	"gateway/test/receiver"
)

// Without scripts a person registers, is approved, and takes a first payment whose callback arrives.
func TestTheFirstPaymentNeedsNoScript(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	b := newBrowser(t)
	server := receiver.New(t)
	server.Answer(http.StatusOK)
	const email = "warung@example.com"
	m, staff := b.newTab(t), b.newTab(t)
	m.withoutScript()
	staff.withoutScript()

	m.visit(g.url + "/portal/language/en?back=/portal/login")
	m.click(`a[href="/portal/register"]`)
	m.fill(map[string]string{"nama": "Warung Sari", "email": email, "password": shopPassword})
	m.click("main form button")
	m.sees(".notice.good")

	staff.logIn(g.url, "/console", adminEmail, adminPassword)
	staff.search(email)
	staff.click(`main table a[href^="/console/clients/"]`)
	staff.click(`form[action$="/approve"] button`)
	staff.sees(".notice.good")

	m.logIn(g.url, "/portal", email, shopPassword)
	m.click(`main a[href="/portal/payments/new"]`)
	m.fill(map[string]string{"amount": "150.000", "callback_url": server.URL + "/paid"})
	m.click(`form[action^="/portal/payments/new"] button`)
	m.sees(".notice.good")
	m.agrees("/pay")
	server.Next(t)
	m.click(`main a[href^="/portal/callbacks?"]`)
	m.click(`main table a[href^="/portal/callbacks/"]`)
	m.reloadUntil("Delivered")
}
