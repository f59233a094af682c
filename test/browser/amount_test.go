package browser

import "testing"

// A person who types money sees, before anything is sent, how the gateway reads it: in figures and in words, in the language of the page.
func TestMoneyIsReadAsItIsMeantAndSaidWhileItIsTyped(t *testing.T) {
	t.Parallel()
	g := newGateway(t) // before the browser: see newBrowser
	browser := newBrowser(t)
	m := browser.newTab(t)
	m.logIn(g.url, "/portal", shopEmail, shopPassword)
	page := g.url + "/portal/payments/new?channel=qris"
	for _, c := range []struct{ typed, stands, said string }{
		{"1500000", "1.500.000", "Rp1.500.000 · one million five hundred thousand rupiah"},
		{"150,000", "150,000", "Rp150.000 · one hundred fifty thousand rupiah"},
		{"Rp 150.000,50", "Rp 150.000,50", "Rp150.000,50 · one hundred fifty thousand rupiah and fifty sen"},
		{"1e6", "1e6", "must be an amount such as 150.000 or 150.000,50"},
		{"0.500", "0.500", "can be read in two ways: write it without separators, such as 150000"},
	} {
		m.visit(page)
		m.types("input[name=amount]", c.typed)
		m.says(c.said)
		if got := evaluate[string](m, `document.querySelector("input[name=amount]").value`); got != c.stands {
			t.Errorf("%q stands as %q, want %q", c.typed, got, c.stands)
		}
	}
	m.click(`form[action^="/portal/payments/new"] button`)
	m.says("can be read in two ways")
	m.visit(g.url + "/portal/language/id?back=/portal/payments/new%3Fchannel%3Dqris")
	m.types("input[name=amount]", "150,000")
	m.says("seratus lima puluh ribu rupiah")
	m.click(`form[action^="/portal/payments/new"] button`)
	m.says("Rp150.000")

	a := browser.newTab(t)
	a.logIn(g.url, "/console", adminEmail, adminPassword)
	a.visit(g.url + "/console/clients/1")
	a.fillForm(`form[action$="/adjust"]`, map[string]string{"amount": "-25,000", "reason": "a test"})
	a.click(`form[action$="/adjust"] button`)
	a.sees("main .sum")
	if got := a.text(".sum-amount"); got != "-Rp25.000" {
		t.Errorf("the confirmation begins with %q", got)
	}
	a.says("minus twenty-five thousand rupiah")
	a.says("This amount is added to the available balance of Toko Maju")
}
