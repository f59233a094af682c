package staff_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gateway/http/page"
	"gateway/http/page/staff"

	"github.com/gin-gonic/gin"
)

// twoAccounts is an API, seen by an administrator, with a trial balance of two accounts.
func twoAccounts(w http.ResponseWriter, r *http.Request) {
	data := `{"id":1,"role":"admin","email":"admin@example.com"}`
	if strings.HasSuffix(r.URL.Path, "/trial-balance") {
		data = `{"accounts":[{"account":"bank:operating","balance":5},{"account":"suspense","balance":-5}],"sum":0}`
	}
	_, _ = fmt.Fprintf(w, `{"success":true,"code":200,"data":%s}`, data)
}

func TestTheAccountsRefuseAPlaceOrAMomentThatIsNone(t *testing.T) {
	t.Parallel()
	engine := gin.New()
	staff.New(page.Config{API: http.HandlerFunc(twoAccounts)}).Routes(engine.Group("/console"))
	for query, want := range map[string]int{
		"":                           http.StatusOK,
		"after=1":                    http.StatusOK,
		"at=2026-11-22&since=2026-1": http.StatusBadRequest,
		"since=2026-11-22":           http.StatusOK,
		"since=2026-11-22T10:00":     http.StatusOK,
		"since=yesterday":            http.StatusBadRequest,
		"after=zzz":                  http.StatusBadRequest,
		"after=-1":                   http.StatusBadRequest,
	} {
		r := httptest.NewRequest(http.MethodGet, "/console/trial-balance/accounts?"+query, http.NoBody)
		r.AddCookie(&http.Cookie{Name: "console_session", Value: "token"})
		answer := httptest.NewRecorder()
		engine.ServeHTTP(answer, r)
		if answer.Code != want {
			t.Errorf("%s: %d, want %d", query, answer.Code, want)
		}
	}
}

func TestTheTrialBalanceSaysHowToReadItsSignsAndWhatEachAccountHolds(t *testing.T) {
	t.Parallel()
	for path, wants := range map[string][]string{
		"/trial-balance":          {"Cara membaca tanda", "Isinya", "Uang di rekening bank kita sendiri (minus selama ada uang)", "Uang diterima yang belum dapat dikreditkan"},
		"/trial-balance/accounts": {"Cara membaca tanda"},
	} {
		got := open(twoAccounts, path).Body.String()
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	}
}
