package staff

import (
	"net/url"
	"testing"

	"gateway/domain/words"
	"gateway/http/page"
)

func TestThePeriodReportSaysThatAMonthGoesOn(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]words.Text{
		"":                                words.MonthGoesOn,
		"month=2020-01":                   words.PeriodHint,
		"from=2020-01-01&to=2020-01-31":   words.PeriodHint,
		"month=2020-01&after=50":          words.PeriodHint,
		"from=2020-01-01&to=&month=wrong": words.PeriodHint,
	} {
		asked, _ := url.ParseQuery(query)
		c := &page.Context{Language: words.English, Query: asked}
		if got := periodHint(c); got != c.T(want) {
			t.Errorf("%s: it says %q, want %q", query, got, c.T(want))
		}
	}
}
