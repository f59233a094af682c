package staff_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// nothingBooked is an API, seen by an administrator, without any movement. It accepts every filter.
func nothingBooked(w http.ResponseWriter, r *http.Request) {
	data := `{"id":1,"role":"admin","email":"admin@example.com","month":"2026-11"}`
	if strings.HasSuffix(r.URL.Path, "/balance-history") {
		data = `[]`
	}
	_, _ = fmt.Fprintf(w, `{"success":true,"code":200,"data":%s,"meta":{"total":0,"current_page":1,"last_page":1}}`, data)
}

func TestAWrongAddressIsRefusedWithTheNamesOfThePage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/clients/1/balance?since=2026-11-22&at=2026-11-20":      "“Pada saat”: tidak boleh sebelum “Dibandingkan dengan”",
		"/trial-balance?since=2026-11-22&at=2026-11-20":          "“Pada saat”: tidak boleh sebelum “Dibandingkan dengan”",
		"/trial-balance/accounts?since=2026-11-22&at=2026-11-20": "“Pada saat”: tidak boleh sebelum “Dibandingkan dengan”",
		"/clients/1/statement?after=zzz":                         "tempat ini tidak ada pada daftar",
		"/clients/1/statement?colour=red":                        "“colour”",
	} {
		answer := open(nothingBooked, path)
		if got := answer.Body.String(); answer.Code != http.StatusBadRequest || !strings.Contains(got, want) {
			text, _, _ := strings.Cut(got[strings.Index(got, "<main"):], "</form>")
			t.Errorf("%s: %d, does not say %q:\n%s", path, answer.Code, want, text)
		}
	}
}
