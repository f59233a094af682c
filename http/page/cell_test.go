package page_test

import (
	"testing"

	"gateway/domain/words"
	"gateway/http/page"

	"github.com/shopspring/decimal"
)

func TestDaysMonthsAndNumbersAreWrittenInWords(t *testing.T) {
	t.Parallel()
	id, en := &page.Context{Language: words.Indonesian}, &page.Context{Language: words.English}
	number := func(text, unit string) string { return page.Decimal(decimal.RequireFromString(text), unit).Text }
	for got, want := range map[string]string{
		id.Date("2026-05-03").Text:          "3 Mei 2026",
		en.Date("2026-05-03").Text:          "3 May 2026",
		en.Date("2026-05-03").Hint:          "2026-05-03 WIB",
		id.MonthOf("2026-08"):               "Agustus 2026",
		en.MonthOf("2026-08"):               "August 2026",
		en.MonthOf("2026-13"):               "2026-13",
		en.Date("yesterday").Text:           "yesterday",
		id.MomentOf("2026-11-23"):           "23 November 2026",
		id.MomentOf("2026-11-23T05:20:00Z"): "23 Nov 2026, 12.20.00 WIB",
		number("0.3", "MB"):                 "0,3 MB",
		number("1234.5", ""):                "1.234,5",
		number("7", "%"):                    "7 %",
		number("-1500", ""):                 "-1.500",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
