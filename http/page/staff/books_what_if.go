package staff

import (
	"net/url"

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
			{Name: "flat", Label: c.T(words.FlatPart), Numeric: true},
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
