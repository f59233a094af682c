package browser

import (
	"testing"
)

// A merchant without a developer gives a part of an order back in the console: the page says in rupiah what will
// happen, twice, before the button that does it, and afterwards when the customer has the money.
func TestAPaymentIsRefundedInTheConsoleAlone(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	m := newBrowser(t).newTab(t)
	m.logIn(g.url, "/portal", shopEmail, shopPassword)
	m.visit(g.url + "/portal/payments/new?channel=qris")
	m.fill(map[string]string{"amount": "150000"})
	m.click(`form[action^="/portal/payments/new"] button`)
	m.agrees("/pay")
	m.says("Sent.")
	m.reloadUntil("Give money back")
	payment := m.address()

	m.fillForm(`form[action$="/refund"]`, map[string]string{"amount": "50.000", "note": "one of three"})
	m.click(`form[action$="/refund"] button`)
	m.says("Give Rp50.000 back to the customer?")
	m.says("In about one working day")
	m.says("Nothing was sent yet")
	m.send(`form[action$="/refund"] button`)
	m.reloadUntil("Succeeded")
	m.says("The provider sent it")
	m.says("one of three")
	m.visit(payment)
	m.says("Refunds of this payment")
	m.says("All of it: Rp100.000")
}
