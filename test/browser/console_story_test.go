package browser

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/poll"
	"gateway/test/receiver"

	"github.com/chromedp/chromedp"
)

// A person who never read the documentation does all that the business needs in the console alone: registers
// and is approved, takes a payment, sees its callback fail and succeed, and withdraws. Another person finds a
// payment by its VA number and says why it is not credited.
func TestABusinessIsRunInTheConsoleAlone(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	b := newBrowser(t)
	server := receiver.New(t)
	server.Answer(http.StatusInternalServerError)
	m, staff := b.newTab(t), b.newTab(t)
	staff.logIn(g.url, "/console", adminEmail, adminPassword)

	const email = "warung@example.com"
	m.visit(g.url + "/portal/language/en?back=/portal/login")
	m.click(`a[href="/portal/register"]`)
	m.fill(map[string]string{"nama": "Warung Sari", "email": email, "password": shopPassword})
	m.send("main form button")
	m.fill(map[string]string{"email": email, "password": shopPassword})
	m.click("main form button")
	m.says("waits for an administrator's approval")

	staff.search(email)
	staff.click(`main table a[href^="/console/clients/"]`)
	staff.click(`form[action$="/approve"] button`)
	staff.says("Approved")

	m.visit(g.url + "/portal/profile")
	m.fill(map[string]string{"norek": "1234567890", "bank": "BCA"})
	m.click(`form[action="/portal/profile"] button`)
	m.says("Saved")

	m.visit(g.url + "/portal")
	m.click(`a[href="/portal/payments/new"]`)
	m.fill(map[string]string{"amount": "Rp150.000", "callback_url": server.URL + "/paid"})
	m.click(`form[action^="/portal/payments/new"] button`)
	m.agrees("/pay")
	server.Next(t)
	paid := m.address()

	m.visit(g.url + "/portal/callbacks")
	m.says("Pending")
	m.click("main table a[href^='/portal/callbacks/']")
	m.says("500")
	m.says("tried again by itself")
	server.Answer(http.StatusOK)
	m.reloadUntil("Delivered")
	server.Next(t)
	m.send(`form[action$="/resend"] button`)
	server.Next(t)

	m.visit(g.url + "/portal/withdrawals/new")
	m.fill(map[string]string{"jumlah": "100.000", "url": server.URL + "/withdrawn"})
	m.agrees("/withdrawals/new")
	m.says("An administrator is to approve")
	asked := m.address()
	staff.visit(g.url + "/console/withdrawals")
	staff.click("main table a[href^='/console/withdrawals/']")
	staff.agrees("/approve")
	m.visit(asked)
	m.says("Processing")
	m.agrees("/complete")
	server.Next(t)
	m.reloadUntil("Completed")
	m.visit(g.url + "/portal/balance")
	m.says("Rp40.560")
	m.visit(paid)
	m.says("Credited to the balance")

	m.visit(g.url + "/portal/payments/new?channel=va")
	m.fill(map[string]string{"amount": "75000", "customer_name": "Sari"})
	m.click(`form[action^="/portal/payments/new"] button`)
	m.sees(".figures")
	number := evaluate[string](m, `document.querySelector("main").innerText.match(/\b[0-9]{12,18}\b/)[0]`)
	staff.search(number)
	staff.click(`main table a[href^="/console/transactions/"]`)
	staff.says("Why it is so")
	if why := staff.text(".why"); !strings.Contains(strings.ToLower(why), "not paid") && !strings.Contains(strings.ToLower(why), "to pay") {
		t.Errorf("the page of the payment says: %s", why)
	}
}

// fill replaces the values of the page's first fields with these names.
func (b *tab) fill(values map[string]string) { b.t.Helper(); b.fillForm("form", values) }

// fillForm replaces the values of fields of a form, by their names.
func (b *tab) fillForm(form string, values map[string]string) {
	b.t.Helper()
	for name, value := range values {
		field := "main " + form + ` [name="` + name + `"]`
		b.sees(field)
		b.do(chromedp.Clear(chromedp.CSS(field)))
		b.types(field, value)
	}
}

// send sends a form, and waits for the page that confirms it.
func (b *tab) send(button string) {
	b.t.Helper()
	b.click(button)
	b.sees(".notice.good")
}

// search uses the box at the top of the page.
func (b *tab) search(text string) {
	b.t.Helper()
	b.do(chromedp.Clear(chromedp.CSS("#q")))
	b.types("#q", text+"\r")
	b.sees("main table")
}

// says waits until the page has the text.
func (b *tab) says(text string) {
	b.t.Helper()
	b.sees("main")
	b.t.Cleanup(func() {
		if b.t.Failed() {
			b.t.Log(b.address(), evaluate[string](b, `document.querySelector("main")?.innerText ?? ""`))
		}
	})
	poll.Until(b.t, "the page says "+text, func() bool {
		return strings.Contains(evaluate[string](b, `document.querySelector("main")?.innerText ?? ""`), text)
	})
}

// saysIn waits until an element has the text.
func (b *tab) saysIn(selector, text string) {
	b.t.Helper()
	poll.Until(b.t, selector+" says "+text, func() bool { return strings.Contains(b.text(selector), text) })
}

// reloadUntil reloads the page until it has the text.
func (b *tab) reloadUntil(text string) {
	b.t.Helper()
	address := b.address()
	poll.Until(b.t, "the page says "+text, func() bool {
		b.visit(address)
		return strings.Contains(evaluate[string](b, `document.querySelector("main")?.innerText ?? ""`), text)
	})
}

// address is the page's address, without the outcome of a form.
func (b *tab) address() string {
	return evaluate[string](b, `location.href.replace(/[?&]done=.*$/, "")`)
}
