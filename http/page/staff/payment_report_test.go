package staff_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// doubtfulPayments is an API, seen by an administrator, with a notification that waits and one that the
// provider did not confirm.
func doubtfulPayments(w http.ResponseWriter, r *http.Request) {
	data := `[]`
	switch {
	case strings.HasSuffix(r.URL.Path, "/me"):
		data = `{"id":1,"role":"admin","email":"admin@example.com"}`
	case strings.HasSuffix(r.URL.Path, "/overview"):
		data = `{}`
	case strings.HasSuffix(r.URL.Path, "/attention"):
		data = `[{"kind":"payments_contradicted","count":1,"subject":"payment-reports?trouble=contradicted"}]`
	case strings.HasSuffix(r.URL.Path, "/payment-reports"):
		data = `[{"transaction_id":"INV-1","client_id":1,"client_name":"Toko","channel":"qris","paid_amount":50000,"at":"2026-11-22T03:00:00Z","contradiction":""},
			{"transaction_id":"INV-2","client_id":1,"client_name":"Toko","channel":"qris","paid_amount":60000,"at":"2026-11-22T02:00:00Z","contradiction":"not_confirmed"}]`
	}
	_, _ = fmt.Fprintf(w, `{"success":true,"code":200,"data":%s,"meta":{"total":2,"current_page":1,"last_page":1}}`, data)
}

func TestAttentionLeadsToTheNotificationsInDoubt(t *testing.T) {
	t.Parallel()
	if home := open(doubtfulPayments, "").Body.String(); !strings.Contains(home, `href="/console/payment-reports?trouble=contradicted"`) {
		t.Errorf("attention does not lead to the list:\n%s", home[strings.Index(home, "<main"):])
	}
	list := open(doubtfulPayments, "/payment-reports").Body.String()
	for _, want := range []string{`href="/console/transactions/INV-1"`, `href="/console/transactions/INV-2"`, "Rp60.000", "Toko"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list has no %s:\n%s", want, list[strings.Index(list, "<main"):])
		}
	}
}
