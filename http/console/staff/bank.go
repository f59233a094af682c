package staff

import (
	"net/http"
	"net/url"

	"gateway/http/console/page"
	"gateway/http/console/words"
	"gateway/projections/readmodel"
)

var bankPages = []page.Page{
	{Path: "/banks", Group: "read", Section: words.SystemSection, Nav: words.Banks, Show: listBanks},
	{Path: "/banks/:code", Group: "read", Title: words.Bank, Show: showBank},
}

var bankActions = []page.Action{
	{Path: "/banks/:code/change", Group: "manage", Page: "/banks/:code", Do: changeBank},
}

func listBanks(c *page.Context) ([]page.Block, error) {
	var banks []readmodel.BankChannel
	if _, err := c.Get("/admin/bank-channels", &banks); err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.ID, words.Bank, words.Status)}
	for _, b := range banks {
		t.Add(page.ID(b.Code).To(c.Link("/banks/"+url.PathEscape(b.Code))), page.Plain(b.Name), bankState(c, b))
	}
	return []page.Block{page.Notice{Text: c.T(words.BanksHint), Tone: page.ToneQuiet}, t}, nil
}

func bankState(c *page.Context, b readmodel.BankChannel) page.Cell {
	if b.Active {
		return c.State("active")
	}
	return c.State("inactive")
}

func showBank(c *page.Context) ([]page.Block, error) {
	var banks []readmodel.BankChannel
	if _, err := c.Get("/admin/bank-channels", &banks); err != nil {
		return nil, err
	}
	for _, b := range banks {
		if b.Code == c.Param("code") {
			c.SetTitle(b.Name)
			return bankBlocks(c, b), nil
		}
	}
	return nil, notFound
}

func bankBlocks(c *page.Context, b readmodel.BankChannel) []page.Block {
	blocks := []page.Block{page.Details{Pairs: []page.Pair{
		{Label: c.T(words.ID), Value: page.ID(b.Code)},
		{Label: c.T(words.Status), Value: bankState(c, b)},
		{Label: c.T(words.TransferFee), Value: page.Rupiah(b.WithdrawalFee)},
	}}}
	if !c.May("manage") {
		return blocks
	}
	form := page.Form{
		Hint: c.T(words.BanksHint), Action: "/banks/" + url.PathEscape(b.Code) + "/change", Submit: c.T(words.OpenBank),
		Fields: []page.Field{{Name: "active", Kind: "hidden", Value: page.Checked(!b.Active)}},
	}
	if b.Active {
		form.Submit, form.Danger = c.T(words.CloseBank), true
	}
	return append(blocks, form)
}

func changeBank(c *page.Context) (page.Result, error) {
	code := url.PathEscape(c.Param("code"))
	body := map[string]bool{"active": c.Field("active") == "true"}
	return page.Result{To: "/banks/" + code, Done: "saved"}, c.Send(http.MethodPut, "/admin/bank-channels/"+code, body, nil)
}
