package staff_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// unknownPayouts is an API, seen by an administrator, with payouts whose outcome is unknown.
func unknownPayouts(w http.ResponseWriter, r *http.Request) {
	data := `{"id":1,"role":"admin","email":"admin@example.com"}`
	switch {
	case strings.HasSuffix(r.URL.Path, "/overview"):
		data = `{}`
	case strings.HasSuffix(r.URL.Path, "/attention"):
		data = `[{"kind":"payouts_unknown","count":2,"subject":"withdrawals?trouble=unknown"},
			{"kind":"payouts_unknown","count":1,"subject":"settlements?trouble=unknown"},
			{"kind":"audit_findings","count":1,"subject":"audit/runs?outcome=found"}]`
	case strings.HasSuffix(r.URL.Path, "/settlements") && r.URL.Query().Get("trouble") != "unknown":
		w.WriteHeader(http.StatusInternalServerError)
	case strings.HasSuffix(r.URL.Path, "/settlements"), strings.HasSuffix(r.URL.Path, "/withdrawals"), strings.HasSuffix(r.URL.Path, "/transactions"):
		data = `[]`
	}
	_, _ = fmt.Fprintf(w, `{"success":true,"code":200,"data":%s,"meta":{"total":0,"current_page":1,"last_page":1}}`, data)
}

func TestUnknownPayoutsLeadToJustTheseWithdrawalsAndSettlements(t *testing.T) {
	t.Parallel()
	page := open(unknownPayouts, "").Body.String()
	for _, want := range []string{
		`href="/console/withdrawals?trouble=unknown">Penarikan yang hasilnya belum pasti<`,
		`href="/console/settlements?trouble=unknown">Penarikan yang hasilnya belum pasti (`,
		`href="/console/audit-runs?outcome=found">Audit yang menemukan sesuatu<`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s:\n%s", want, page[strings.Index(page, "<main"):])
		}
	}
	if answer := open(unknownPayouts, "/settlements?trouble=unknown"); answer.Code != http.StatusOK {
		t.Errorf("the list answers %d", answer.Code)
	}
	if answer := open(unknownPayouts, "/settlements?trouble=xyz"); answer.Code < http.StatusBadRequest {
		t.Errorf("a trouble that is none: %d", answer.Code)
	}
}
