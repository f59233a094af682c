package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// Pages with a parameter in their path show one thing each, in the states that things have.
func TestThePagesOfSingleThingsAreForEverybody(t *testing.T) {
	t.Parallel()
	g := newGateway(t)
	b := newBrowser(t).newTab(t)
	s := g.newShop(t)
	paths := s.things(t)
	program := axe(t)
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	b.logIn(g.url, "/portal", shopEmail, shopPassword)
	for _, path := range paths {
		consoleIsForEverybody(t, b, program, g.url+"/portal"+path)
		b.do(emulateScheme("dark"))
		consoleIsForEverybody(t, b, program, g.url+"/portal"+path)
		b.do(emulateScheme("light"))
	}
}

// things makes one of each thing for which the portal has a page, and returns the pages.
func (s *shop) things(t *testing.T) (paths []string) {
	t.Helper()
	for _, channel := range []string{"invoice", "qris"} {
		paths = append(paths, "/payments/"+s.openPayment(t, channel, nil).Transaction.TransactionID)
	}
	paid := s.openPayment(t, "invoice", nil)
	s.call(t, http.MethodPost, "/sandbox/payments/"+paid.Transaction.TransactionID+"/pay", s.key, nil, nil)
	s.isCalledBack(t, paid, "PAID", 150000)
	paths = append(paths, "/payments/"+paid.Transaction.TransactionID)
	var callbacks []struct {
		ID string `json:"id"`
	}
	s.call(t, http.MethodGet, "/callbacks", s.key, nil, &callbacks)
	paths = append(paths, "/callbacks/"+callbacks[0].ID)
	s.call(t, http.MethodPut, "/account", s.key, object{"norek": "1234567890", "bank": "BCA"}, nil)
	var made struct{ ID int64 }
	s.call(t, http.MethodPost, "/withdrawals", s.key, object{"jumlah": 20_000, "url": s.receiver.URL}, &made)
	paths = append(paths, fmt.Sprintf("/withdrawals/%d", made.ID))
	s.call(t, http.MethodPost, "/settlements", s.key, object{"jumlah": 20_000, "tujuan": "gaji"}, &made)
	paths = append(paths, fmt.Sprintf("/settlements/%d", made.ID))
	money := s.openPayment(t, "qris", nil)
	s.call(t, http.MethodPost, "/sandbox/payments/"+money.Transaction.TransactionID+"/pay", s.key, nil, nil)
	s.isCalledBack(t, money, "PAID", 150000)
	refund := object{"transaction_id": money.Transaction.TransactionID, "reason": "other", "amount": 20_000}
	s.call(t, http.MethodPost, "/refunds", s.key, refund, &made)
	paths = append(paths, "/payments/"+money.Transaction.TransactionID, fmt.Sprintf("/refunds/%d", made.ID), "/refunds")
	var login struct{ Token string }
	s.call(t, http.MethodPost, "/auth/login", nil, object{"email": shopEmail, "password": shopPassword}, &login)
	person := http.Header{"Authorization": {"Bearer " + login.Token}}
	s.call(t, http.MethodPost, "/tickets", person, object{"subject": "Callbacks", "description": "Why?", "category": "question"}, &made)
	return append(paths, fmt.Sprintf("/tickets/%d", made.ID), "", "/balance", "/payments?status=xyz", "/payments/new?channel=va")
}
