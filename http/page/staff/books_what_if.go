package staff

import (
	"net/url"
	"strconv"

	"gateway/domain/whatif"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var bookActions = []page.Action{
	{Path: "/clients/:id/what-if", Group: "books", Page: "/clients/:id/what-if", Do: askWhatIf},
	{Path: "/audit-runs", Group: "audit", Page: "/audit-runs", Do: startAuditRun},
}

// showWhatIf shows the form in which a person assumes another fee, VAT or hold.
func showWhatIf(c *page.Context) ([]page.Block, error) {
	cl, err := api.GetClient(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	return []page.Block{page.Heading{Text: cl.Name, Hint: c.T(words.WhatIfHint)}, whatIfForm(c)}, nil
}

func whatIfForm(c *page.Context) page.Form {
	choice := []page.Option{{Text: c.T(words.AsItWas)}, {Value: "true", Text: c.T(words.Yes)}, {Value: "false", Text: c.T(words.No)}}
	return page.Form{
		Title: c.T(words.WhatIfSuppose), Action: "/clients/" + url.PathEscape(c.Param("id")) + "/what-if", Submit: c.T(words.WhatIfAsk),
		Fields: []page.Field{
			{Name: "month", Label: c.T(words.MonthField), Kind: "month", Value: c.Now().Format("2006-01"), Required: true},
			{Name: "channel_code", Label: c.T(words.ChannelCode), Hint: c.T(words.ChannelCodeHint)},
			{Name: "flat", Label: c.T(words.FlatPart), Kind: page.Money},
			{Name: "percent", Label: c.T(words.PercentPart), Hint: c.T(words.PercentHint)},
			{Name: "vat_rate", Label: c.T(words.SupposedVAT), Hint: c.T(words.PercentHint)},
			{Name: "hold_until_settled", Label: c.T(words.SupposedHold), Options: choice},
			{Name: "hold_days", Label: c.T(words.SupposedDays), Hint: c.T(words.SupposedDaysHint), Numeric: true},
		},
	}
}

// askWhatIf shows the answer above the form, so that the person can ask again.
func askWhatIf(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "month", "channel_code").Amount(c, "flat").Percent(c, "percent").Percent(c, "vat_rate").Whole(c, "hold_days").
		Flag(c, "hold_until_settled")
	answer, err := api.AskWhatIf(c, c.Param("id"), body)
	if err != nil {
		return page.Result{}, err
	}
	blocks := []page.Block{
		page.Notice{Text: c.T(words.WhatIfNothingChanged), Tone: page.ToneQuiet},
		differenceTable(c, answer), whyDifferent(c, answer), supposedBalance(c, answer), whatIfForm(c),
	}
	if answer.Voided > 0 {
		blocks = append(blocks, page.Notice{Text: c.T(words.WhatIfVoided, answer.Voided), Tone: page.ToneQuiet})
	}
	return page.Result{Title: words.WhatIfTitle, Blocks: blocks}, nil
}

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
