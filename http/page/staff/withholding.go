package staff

import (
	"net/url"

	"gateway/domain/balance"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/projections/readmodel/withholdingrows"
)

// slipsPath is the page of the withholding slips, and below /admin its path in the API.
const slipsPath = "/withholding-slips"

var slipPages = []page.Page{
	{Path: slipsPath, Group: "read_tax", Section: words.WorkSection, Nav: words.Slips, Table: listSlips},
	{Path: slipsPath + "/:number", Group: "read_tax", Title: words.SlipTitle, Show: showSlip},
	{Path: slipsPath + "/:number/file", Group: "read_tax", Title: words.SlipTitle, File: downloadSlip},
}

var slipActions = []page.Action{
	{
		Path: slipsPath + "/:number/approve", Group: "manage", Page: slipsPath + "/:number",
		Do: demanding(page.Does(words.DoneApproved, api.ApproveWithholdingSlip), "confirm"),
	},
	{
		Path: slipsPath + "/:number/reject", Group: "manage", Page: slipsPath + "/:number",
		Sure: page.Warns(words.SlipReject, words.SlipRejectHint),
		Do:   page.Sends(words.DoneRejected, api.RejectWithholdingSlip, reasonBody),
	},
}

func listSlips(c *page.Context) (*page.Table, error) {
	query := c.Filter("status", "client_id")
	query.Set("per_page", "50")
	list, err := api.ListAllWithholdingSlips(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.SlipSubmittedAt, words.SlipNumber, words.Client, words.Status, words.SlipPeriod, words.SlipGross, words.SlipTax),
		Filters: []page.Field{statusFilter(c, balance.SlipStates()...), clientFilter(c)},
		Total:   list.Total, After: list.Next, Empty: c.T(words.SlipsEmpty),
	}
	for _, s := range list.Data {
		t.Add(c.Time(s.CreatedAt), page.ID(s.Number).To(c.Link(slipsPath+"/"+url.PathEscape(s.Number))), clientCell(c, s.ClientID, s.ClientName),
			c.State(s.Status), page.Plain(s.Period), page.Rupiah(s.Gross), page.Rupiah(s.Tax))
	}
	return withNames(c, t, list.Data, func(s withholdingrows.AdminSlip) string { return s.ClientName }), nil
}

func showSlip(c *page.Context) ([]page.Block, error) {
	s, err := api.GetAnyWithholdingSlip(c, c.Param("number"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.SlipNo, s.Number))
	path := slipsPath + "/" + url.PathEscape(s.Number)
	details := c.SlipDetails(s.Slip)
	details.Pairs = append(details.Pairs,
		page.Pair{Label: c.T(words.Client), Value: clientCell(c, s.ClientID, s.ClientName)},
		page.Pair{Label: c.T(words.SlipSubmittedBy), Value: c.Actor(s.SubmittedBy)})
	if s.DecidedBy != nil {
		details.Pairs = append(details.Pairs, page.Pair{Label: c.T(words.SlipDecidedBy), Value: c.Actor(*s.DecidedBy)})
	}
	if s.Reason != nil {
		details.Pairs = append(details.Pairs, page.Pair{Label: c.T(words.Reason), Value: page.Plain(words.Isolated(*s.Reason))})
	}
	reasons, told, err := explained(c, slipsPath[1:]+"/"+s.Number)
	if err != nil {
		return nil, err
	}
	left := []page.Block{reasons, told, details, c.SlipFile(s.Slip, path)}
	return []page.Block{c.SlipFigures(s.Slip), page.Columns{Left: left, Right: slipForms(c, s, path)}}, nil
}

// slipForms offer the decision on a slip that waits for one, and say in rupiah what it does.
func slipForms(c *page.Context, s withholdingrows.AdminSlip, path string) []page.Block {
	if s.Status != balance.SlipPending || !c.May("manage") {
		return nil
	}
	return []page.Block{
		danger(c, path+"/approve", words.SlipApprove, words.SlipApproveHint.With(page.Rupiah(s.Tax).Text), confirmField(c)),
		step(c, path+"/reject", words.SlipReject, words.SlipRejectHint, reasonField(c, true)),
	}
}

// downloadSlip answers with the file of a slip.
func downloadSlip(c *page.Context) error {
	return c.Raw("/admin" + slipsPath + "/" + url.PathEscape(c.Param("number")) + "/file")
}
