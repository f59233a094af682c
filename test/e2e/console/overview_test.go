package console

import (
	"encoding/csv"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gateway/test/e2e/harness"

	"github.com/shopspring/decimal"
)

// figureLink is a figure of an overview: the address of its rows, its kind, and its text.
var figureLink = regexp.MustCompile(`<a href="([^"]+[?&;]only=[^"]+)"[^>]*>(?:<a [^>]*>)?<span class="(number|money)"[^>]*>([^<]+)</span>`)

// Each figure of both home pages leads to a list whose rows are as many, or sum to as much, in both languages.
func TestEachFigureOfAHomePageLeadsToItsRows(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, amount := range []int64{150_000, 50_000} {
		paid := m.OpenInvoice(t, amount, nil)
		m.ActInSandbox(t, paid, "pay", nil)
		m.AwaitPayment(t, paid, "PAID")
	}
	m.Post(t, "/payments/va", object{"amount": 70_000, "bank_code": "BNI", "customer_name": "Budi"}).Wants(t, 201)
	m.Post(t, "/transactions", object{"total": 1, "status": "PAID"}).Wants(t, 201)
	v := owner(t, m)
	for language, column := range map[string]string{"id": "Jumlah dibayar", "en": "Amount paid"} {
		header := http.Header{"Accept-Language": {language}}
		home := v.send(t, http.MethodGet, "/portal", nil, header)
		found := figureLink.FindAllStringSubmatch(home.Body, -1)
		seen := map[string]bool{}
		for _, f := range found {
			path, figure := html.UnescapeString(f[1]), strings.NewReplacer("Rp", "", ".", "", ",", "", "\u00a0", "").Replace(f[3])
			if seen[path+f[2]] || figure == "0" || strings.Contains(figure, "%") {
				continue
			}
			seen[path+f[2]] = true
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(
				v.send(t, http.MethodGet, path+"&format=csv", nil, header).Body, "\ufeff"))).ReadAll()
			if err != nil || len(rows) == 0 {
				t.Fatalf("%s: %d rows, %v", path, len(rows), err)
			}
			want := decimal.NewFromInt(int64(len(rows) - 1))
			if at := slices.Index(rows[0], column); f[2] == "money" {
				want = decimal.Zero
				for _, row := range rows[1:] {
					want = want.Add(decimal.RequireFromString(row[at]))
				}
			}
			if !decimal.RequireFromString(figure).Equal(want) {
				t.Errorf("in %s: %s is shown, its rows at %s are %s", language, f[3], path, want)
			}
		}
		if len(seen) < 8 {
			t.Errorf("in %s only %d figures lead to rows: %v", language, len(seen), seen)
		}
		v.send(t, http.MethodGet, "/portal?days=30", nil, header).is(t, 200)
	}
	v.get(t, "/portal").says(t, "2 of 3 payments")
	staff(t, "auditor").get(t, "/console?days=30").shows(t, "By client", "By connection", "xendit")
}
