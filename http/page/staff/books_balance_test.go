package staff_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/http/page"
	"gateway/http/page/staff"

	"github.com/gin-gonic/gin"
)

// oneCredit is an API, seen by an administrator, with one client and one credit of 100.000 less a fee of 700
// and the VAT on it.
func oneCredit(w http.ResponseWriter, r *http.Request) {
	data := `{"id":1,"role":"admin","email":"admin@example.com"}`
	switch {
	case strings.HasSuffix(r.URL.Path, "/balance-history"):
		data = `[{"position":7,"at":"2026-11-22T03:00:00Z","kind":"balance.credited","reference":"T-1","amount":99223,"saldo_after":99223,
			"who":"system","postings":[{"account":"provider:xendit:clearing","amount":-100000},{"account":"client:1:available","amount":99223},
			{"account":"revenue:fees","amount":700},{"account":"tax:vat","amount":77}]}]`
	case strings.HasSuffix(r.URL.Path, "/period-report"):
		data = `{"clients":[{"client_id":1,"nama":"Toko","total":{"count":1,"gross":100000,"fee":700,"vat":77,"net_amount":99223}}]}`
	}
	_, _ = fmt.Fprintf(w, `{"success":true,"code":200,"data":%s,"meta":{"total":1,"current_page":1,"last_page":1}}`, data)
}

// open returns the console's answer when an administrator opens a page. The console calls the given API.
func open(api http.HandlerFunc, path string) *httptest.ResponseRecorder {
	return openIn(calendar.Calendar{}, api, path)
}

func openIn(business calendar.Calendar, api http.HandlerFunc, path string) *httptest.ResponseRecorder {
	engine := gin.New()
	staff.New(page.Config{API: api, Calendar: business}).Routes(engine.Group("/console"))
	r := httptest.NewRequest(http.MethodGet, "/console"+path, http.NoBody)
	r.AddCookie(&http.Cookie{Name: "console_session", Value: "token"})
	answer := httptest.NewRecorder()
	engine.ServeHTTP(answer, r)
	return answer
}

func TestAMovementSaysItsGrossAmountItsFeeAndItsVAT(t *testing.T) {
	t.Parallel()
	answer := open(oneCredit, "/clients/1/balance?format=csv")
	if got := answer.Body.String(); answer.Code != http.StatusOK || !strings.Contains(got, ",99223.00,100000.00,700.00,77.00,99223.00,") {
		t.Errorf("%d: the file has no change, gross amount, fee, VAT and balance:\n%s", answer.Code, got)
	}
}

func TestTheFeeAndTheVATOfAPeriodLeadToTheMovementsOfTheClient(t *testing.T) {
	t.Parallel()
	got := open(oneCredit, "/period-report?month=2026-10").Body.String()
	const movements = `href="/console/clients/1/balance?at=2026-10-31&amp;since=2026-09-30"`
	if n := strings.Count(got, movements); n != 3 {
		t.Errorf("%d figures lead to the movements, want the fee, the VAT and the change:\n%s", n, got)
	}
}

func TestAPageHasTheTimesOfTheBusiness(t *testing.T) {
	t.Parallel()
	const path = "/clients/1/balance?at=2026-11-22T12:00"
	makassar := calendar.In(time.FixedZone("Asia/Makassar", 8*60*60))
	for business, want := range map[calendar.Calendar][]string{
		{}:       {"22 Nov 2026, 10.00.00 WIB", "22 Nov 2026, 12.00.00 WIB", `data-zone="Asia/Jakarta"`, `value="2026-11-22T12:00:00"`},
		makassar: {"22 Nov 2026, 11.00.00 WITA", "22 Nov 2026, 12.00.00 WITA", `data-zone="Asia/Makassar"`, `value="2026-11-22T12:00:00"`},
	} {
		got := openIn(business, oneCredit, path).Body.String()
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("in %v the page has no %s:\n%s", business.Zone(), text, got)
			}
		}
	}
}
