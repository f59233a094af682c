package console

import (
	"net/http"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAListWithAFilterThatIsWrongSaysWhichInTheWordsOfItsPage(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	for path, says := range map[string]string{
		"/payments?page=-1":                        "“page”: is no filter of this list",
		"/payments?since=2026-13":                  "“since”: is no filter of this list",
		"/payments?min_amount=abc":                 "“min_amount”: is no filter of this list",
		"/payments?status=xyz":                     "“Status”: choose one of the list",
		"/payments?channel=cash":                   "“Channel”: choose one of the list",
		"/payments?state=lost":                     "“Situation”: choose one of the list",
		"/payments?sort=cheapest":                  "“Order”: choose one of the list",
		"/payments?amount_from=1e6":                "“Amount from”: must be an amount",
		"/payments?amount_to=-5":                   "“Amount to”: must be an amount",
		"/payments?amount_from=9&amount_to=8":      "“Amount to”: must not be less than the smallest amount",
		"/withdrawals?amount_from=x":               "“Amount from”: must be an amount",
		"/refunds?sort=newest1":                    "“Order”: choose one of the list",
		"/payments?from=2026-13-01":                "“From”: must be a day, such as 2026-01-31",
		"/payments?from=2026-11-20&to=2026-11-01":  "“To”: must not be before the first day",
		"/payments?after=zzz":                      "“Place in the list”: is no place in this list",
		"/payments?status=xyz&format=csv":          "“Status”: choose one of the list",
		"/payments?period=tomorrow":                "“Period”: choose one of the list",
		"/payments?period=today&to=2026-11-01":     "“Period”: give either a period or days",
		"/balance?from=x":                          "“From”: must be a day, such as 2026-01-31",
		"/balance?after=zzz":                       "“Place in the list”: is no place in this list",
		"/balance/at?at=garbage":                   "“At”: must be a moment, such as 2026-01-31T15:04",
		"/balance/at?since=garbage":                "“Compared with”: must be a moment, such as 2026-01-31T15:04",
		"/statements?month=2026-13":                "“Month”: must be a month such as 2026-01",
		"/callbacks?status=xyz":                    "“Status”: choose one of the list",
		"/activity?after=-1":                       "“Place in the list”: is no place in this list",
		"/tickets?status=xyz":                      "“Status”: choose one of the list",
		"/withdrawals?status=xyz":                  "“Status”: choose one of the list",
		"/settlements?to=yesterday":                "“To”: must be a day, such as 2026-01-31",
		"/settlements?status=pending&amount=1+000": "“amount”: is no filter of this list",
	} {
		v.get(t, "/portal"+path).is(t, http.StatusBadRequest).says(t, says)
	}
	v.get(t, "/portal/balance/movements/1?at=garbage").is(t, http.StatusBadRequest).says(t, "“At”: must be a time such as")
}

func TestAListThatIsRefusedKeepsItsFiltersAndShowsNoRows(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.OpenInvoice(t, 150_000, nil)
	v := owner(t, m)
	v.get(t, "/portal/payments").shows(t, "INV-")
	got := v.get(t, "/portal/payments?status=xyz&q=ORDER").is(t, http.StatusBadRequest)
	got.says(t, "Nothing is shown, because a filter is wrong", "Clear filters").hides(t, "INV-", "Rows:")
	for _, want := range []string{`value="ORDER"`, `aria-invalid="true" aria-describedby="f-filter-status-wrong"`, `href="/portal/payments"`} {
		if !strings.Contains(got.Body, want) {
			t.Errorf("the page has no %s:\n%s", want, got.Body)
		}
	}
	v.send(t, http.MethodGet, "/portal/payments?status=xyz", nil, http.Header{"Accept-Language": {"id"}}).
		says(t, "Periksa isian yang ditandai. “Status”: pilih salah satu dari daftar.")
}

func TestAWrongFieldOfAFormIsNamedAsTheFormNamesIt(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	got := v.send(t, http.MethodPost, "/portal/payments/new", strings.NewReader("channel=qris&amount=many"), http.Header{
		"Content-Type": {"application/x-www-form-urlencoded"}, "Sec-Fetch-Site": {"same-origin"}, "Accept-Language": {"id"},
	})
	got.is(t, http.StatusBadRequest).says(t, "“Jumlah (rupiah)”: harus berupa").hides(t, "amount:", "must be")
}
