package staff

import (
	"net/url"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var feePages = []page.Page{
	{Path: "/fees", Group: "read", Section: words.SystemSection, Nav: words.Fees, Show: listFees},
	{Path: "/fees/:code", Group: "read", Title: words.FeeTitle, Show: showFee},
}

var feeActions = []page.Action{
	{Path: "/fees/:code/change", Group: "manage", Page: "/fees/:code", Do: demanding(page.Sends("saved", api.ChangeFee, feeBody), "reason")},
}

func listFees(c *page.Context) ([]page.Block, error) {
	rates, err := api.ListGeneralFees(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.Channel, words.FlatPart, words.PercentPart, words.VATInclusive)}
	for _, r := range rates {
		t.Add(page.ID(r.ChannelCode).To(c.Link("/fees/"+url.PathEscape(r.ChannelCode))), page.Rupiah(r.Flat), page.Percent(r.Percent),
			c.Flag(r.VATInclusive))
	}
	return []page.Block{page.Notice{Text: c.T(words.GeneralFeesHint), Tone: page.ToneQuiet}, t}, nil
}

func showFee(c *page.Context) ([]page.Block, error) {
	rates, err := api.ListGeneralFees(c)
	r, err := page.Find(rates, err, c.Param("code"), func(r api.FeeRate) string { return r.ChannelCode })
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.FeeTitle) + " " + r.ChannelCode)
	blocks := []page.Block{page.Figures{Figures: []page.Figure{
		{Label: c.T(words.Channel), Value: page.ID(r.ChannelCode)},
		{Label: c.T(words.FlatPart), Value: page.Rupiah(r.Flat)},
		{Label: c.T(words.PercentPart), Value: page.Percent(r.Percent)},
		{Label: c.T(words.VATInclusive), Value: c.Flag(r.VATInclusive)},
	}}}
	if !c.May("manage") {
		return blocks, nil
	}
	return append(blocks, page.Form{
		Title: c.T(words.ChangeFee), Hint: c.T(words.ChangeFeeHint), Action: "/fees/" + url.PathEscape(r.ChannelCode) + "/change",
		Submit: c.T(words.ChangeFee),
		Fields: append(rateFields(c, &r), reasonField(c, true)), Danger: true,
	}), nil
}

// rateFields are the fields of a rate, filled from r. If r is nil, the rate is new and its fields start empty,
// so that no rate becomes zero by oversight.
func rateFields(c *page.Context, r *api.FeeRate) []page.Field {
	fields := []page.Field{
		{Name: "flat", Label: c.T(words.FlatPart), Kind: page.Money},
		{Name: "percent", Label: c.T(words.PercentPart), Hint: c.T(words.PercentHint)},
		{Name: "vat_inclusive", Label: c.T(words.VATInclusive), Kind: "check"},
	}
	if r != nil {
		fields[0].Value, fields[1].Value = page.Rupiah(r.Flat).Text, strings.Replace(r.Percent.String(), ".", ",", 1)
		fields[2].Value = page.Checked(r.VATInclusive)
	}
	return fields
}

// rateBody is the posted rate. It passes on a text that is not a number, so that the API names the field.
func rateBody(c *page.Context) page.Body {
	return page.Body{"vat_inclusive": c.Field("vat_inclusive") == "true"}.Amount(c, "flat").Percent(c, "percent").Texts(c, "reason")
}

func feeBody(c *page.Context) any { return rateBody(c) }
