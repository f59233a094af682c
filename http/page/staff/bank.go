package staff

import (
	"net/url"

	"gateway/domain/bank"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var bankPages = []page.Page{
	{Path: "/banks", Group: "read", Section: words.SystemSection, Nav: words.Banks, Show: listBanks},
	{Path: "/banks/:code", Group: "read", Title: words.Bank, Show: showBank},
}

var bankActions = []page.Action{
	{Path: "/banks/:code/open", Group: "manage", Page: "/banks/:code", Do: demanding(switchBank(true), "reason")},
	{Path: "/banks/:code/close", Group: "manage", Page: "/banks/:code", Do: demanding(switchBank(false), "reason", "confirm")},
}

func listBanks(c *page.Context) ([]page.Block, error) {
	banks, err := api.ListAllBankChannels(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{Columns: c.Titles(words.ID, words.Bank, words.Status)}
	for _, b := range banks {
		t.Add(page.ID(b.Code).To(c.Link("/banks/"+url.PathEscape(b.Code))), page.Plain(b.Name), bankState(c, b))
	}
	return []page.Block{page.Notice{Text: c.T(words.BanksHint), Tone: page.ToneQuiet}, t}, nil
}

func bankState(c *page.Context, b api.BankChannel) page.Cell {
	if b.Active {
		return c.State(bank.StatusActive)
	}
	return c.State(bank.StatusInactive)
}

func showBank(c *page.Context) ([]page.Block, error) {
	banks, err := api.ListAllBankChannels(c)
	b, err := page.Find(banks, err, c.Param("code"), func(b api.BankChannel) string { return b.Code })
	if err != nil {
		return nil, err
	}
	c.SetTitle(b.Name)
	return bankBlocks(c, b), nil
}

func bankBlocks(c *page.Context, b api.BankChannel) []page.Block {
	blocks := []page.Block{page.Details{Pairs: []page.Pair{
		{Label: c.T(words.ID), Value: page.ID(b.Code)},
		{Label: c.T(words.Status), Value: bankState(c, b)},
		{Label: c.T(words.TransferFee), Value: page.Rupiah(b.WithdrawalFee)},
	}}}
	if !c.May("manage") {
		return blocks
	}
	path := "/banks/" + url.PathEscape(b.Code)
	if !b.Active {
		return append(blocks, step(c, path+"/open", words.OpenBank, words.OpenBankHint, reasonField(c, true)))
	}
	closing := danger(c, path+"/close", words.CloseBank, words.CloseBankHint, reasonField(c, true), confirmField(c))
	return append(blocks, closing, page.Links{Links: []page.Link{
		{Text: c.T(words.PendingWithdrawals), Path: c.Link("/withdrawals?status=pending")},
		{Text: c.T(words.PendingSettlements), Path: c.Link("/settlements?status=pending")},
	}})
}

// switchBank opens a bank, or closes it.
func switchBank(active bool) func(c *page.Context) (page.Result, error) {
	return page.Sends("saved", api.ChangeBankChannel, func(c *page.Context) any {
		return page.Body{"active": active, "reason": c.Field("reason")}
	})
}
