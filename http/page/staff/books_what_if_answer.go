package staff

import (
	"strconv"

	"gateway/domain/whatif"
	"gateway/domain/words"
	"gateway/http/page"
)

// differenceTable has a line for each channel: the actual income, the assumed income, and the difference. The
// actual income links to the movements that it is the sum of, and these link to their postings.
func differenceTable(c *page.Context, answer whatif.Comparison) *page.Table {
	t := &page.Table{
		Title: c.T(words.WhatIfPayments), Empty: c.T(words.WhatIfNone),
		Columns: c.Titles(words.ChannelCode, words.HowMany, words.Gross, words.FeeWas, words.FeeThen, words.VATWas, words.VATThen,
			words.NetWas, words.NetThen, words.Difference),
	}
	movements := movementsAsked(c)
	add := func(name page.Cell, d whatif.Difference) {
		t.Add(name, page.Number(d.Count).To(movements), page.Rupiah(d.Actual.Gross).To(movements),
			page.Rupiah(d.Actual.Fee).To(movements), page.Rupiah(d.Hypothetical.Fee),
			page.Rupiah(d.Actual.VAT).To(movements), page.Rupiah(d.Hypothetical.VAT),
			page.Rupiah(d.Actual.Net).To(movements), page.Rupiah(d.Hypothetical.Net), page.SignedRupiah(d.Difference.Net))
	}
	for _, channel := range answer.Channels {
		add(page.ID(channel.ChannelCode), channel.Difference)
	}
	if len(answer.Channels) > 0 {
		add(page.Plain(c.T(words.TotalOfAll)), answer.Total)
	}
	return t
}

// movementsAsked is the page with the client's movements in the requested month, or with all of them if the
// form has no month.
func movementsAsked(c *page.Context) string {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil {
		return ""
	}
	first, last, err := page.MonthDays(c.Field("month"))
	if err != nil {
		return balanceAt(c, id, "", "")
	}
	return balanceAt(c, id, last, page.DayBefore(first))
}

// whyDifferent explains the difference in the balance: lower fees and lower VAT leave more for the client, and
// nothing else changes the sum.
func whyDifferent(c *page.Context, answer whatif.Comparison) *page.Table {
	t := &page.Table{
		Title: c.T(words.WhatIfWhy), Empty: c.T(words.WhatIfNone),
		Columns: c.Titles(words.What, words.ItWas, words.ItWouldBe, words.ForTheClient),
	}
	d := answer.Total
	if d.Count == 0 {
		return t
	}
	t.Add(page.Plain(c.T(words.Fee)), page.Rupiah(d.Actual.Fee), page.Rupiah(d.Hypothetical.Fee), page.SignedRupiah(d.Difference.Fee.Neg()))
	t.Add(page.Plain(c.T(words.VAT)), page.Rupiah(d.Actual.VAT), page.Rupiah(d.Hypothetical.VAT), page.SignedRupiah(d.Difference.VAT.Neg()))
	t.Add(page.Plain(c.T(words.WhatIfSum)), page.Rupiah(d.Actual.Net), page.Rupiah(d.Hypothetical.Net), page.SignedRupiah(d.Difference.Net))
	return t
}

// supposedBalance shows the balance that would remain at the end of the period.
func supposedBalance(c *page.Context, answer whatif.Comparison) *page.Table {
	t := &page.Table{Title: c.T(words.WhatIfBalance), Columns: c.Titles(words.What, words.ItWas, words.ItWouldBe, words.Difference)}
	b := answer.Balance
	movements := movementsAsked(c)
	add := func(name words.Text, actual, supposed, difference page.Amount) {
		t.Add(page.Plain(c.T(name)), page.Rupiah(actual).To(movements), page.Rupiah(supposed), page.SignedRupiah(difference))
	}
	add(words.Balance, b.Actual.Total, b.Hypothetical.Total, b.Difference.Total)
	add(words.Available, b.Actual.Available, b.Hypothetical.Available, b.Difference.Available)
	add(words.PendingBalance, b.Actual.Unsettled, b.Hypothetical.Unsettled, b.Difference.Unsettled)
	return t
}
