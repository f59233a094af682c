package portal

import (
	"errors"
	"net/url"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/file"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

// slipsPath is the page of the withholding slips; in the API it is below /me.
const slipsPath = "/withholding-slips"

var slipPages = []page.Page{
	{Path: slipsPath, Group: "read_money", Section: words.MoneySection, Nav: words.Slips, Show: showSlips, Table: listSlips},
	{Path: slipsPath + "/:number", Group: "read_money", Title: words.SlipTitle, Show: showSlip},
	{Path: slipsPath + "/:number/file", Group: "read_money", Title: words.SlipTitle, File: downloadSlip},
}

var slipActions = []page.Action{
	{Path: slipsPath, Group: "withholding", Page: slipsPath, Files: true, Do: submitSlip},
}

func showSlips(c *page.Context) ([]page.Block, error) {
	if !c.May("withholding") {
		return nil, nil
	}
	return []page.Block{page.Form{
		Title: c.T(words.SlipNew), Hint: c.T(words.SlipHint), Action: slipsPath, Submit: c.T(words.SlipNew),
		Fields: []page.Field{
			{Name: "number", Label: c.T(words.SlipNumber), Required: true},
			{Name: "period", Label: c.T(words.SlipPeriod), Hint: c.T(words.SlipPeriodHint), Kind: "month", Required: true},
			{Name: "gross", Label: c.T(words.SlipGross), Kind: page.Money, Required: true},
			{Name: "tax", Label: c.T(words.SlipTax), Kind: page.Money, Required: true},
			{Name: "slip_date", Label: c.T(words.SlipDate), Kind: "date", Required: true},
			{Name: fieldFiles, Label: c.T(words.SlipFile), Hint: c.T(words.SlipFileHint), Kind: "file", Accept: strings.Join(file.Types(), ",")},
		},
	}}, nil
}

func listSlips(c *page.Context) (*page.Table, error) {
	query := c.Filter("status")
	query.Set("per_page", "50")
	list, err := api.ListWithholdingSlips(c, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.SlipSubmittedAt, words.SlipNumber, words.Status, words.SlipPeriod, words.SlipGross, words.SlipTax, words.Reason),
		Filters: []page.Field{{Name: "status", Label: c.T(words.Status), Options: c.Choices(words.States, balance.SlipStates()...)}},
		Total:   list.Total, After: list.Next, Empty: c.T(words.SlipsEmpty),
	}
	for _, s := range list.Data {
		reason := page.Cell{}
		if s.Reason != nil {
			reason = page.Plain(words.Isolated(*s.Reason))
		}
		t.Add(c.Time(s.CreatedAt), page.ID(s.Number).To(c.Link(slipsPath+"/"+url.PathEscape(s.Number))), c.State(s.Status),
			page.Plain(s.Period), page.Rupiah(s.Gross), page.Rupiah(s.Tax), reason)
	}
	return t, nil
}

func showSlip(c *page.Context) ([]page.Block, error) {
	s, err := api.GetWithholdingSlip(c, c.Param("number"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.SlipNo, s.Number))
	told, err := api.GetTimeline(c, slipsPath[1:]+"/"+s.Number, c.TimelineQuery())
	if err != nil {
		return nil, err
	}
	return []page.Block{c.SlipFigures(s), c.SlipNotice(s), page.Columns{
		Left:  toldBlocks(c, told),
		Right: []page.Block{c.SlipDetails(s), c.SlipFile(s, slipsPath+"/"+url.PathEscape(s.Number))},
	}}, nil
}

// downloadSlip answers with the file of a slip.
func downloadSlip(c *page.Context) error {
	return c.Raw("/me" + slipsPath + "/" + url.PathEscape(c.Param("number")) + "/file")
}

func submitSlip(c *page.Context) (page.Result, error) {
	files, err := c.Uploads(fieldFiles, file.Types())
	if err != nil {
		return page.Result{}, err
	}
	if len(files) != 1 {
		return page.Result{}, wrongField(fieldFiles, c.T(words.SlipFileMissing))
	}
	body := page.Body{"file": files[0]}.Texts(c, "number", "period", "slip_date").Amount(c, "gross").Amount(c, "tax")
	s, err := api.SubmitWithholdingSlip(c, body)
	return page.Result{To: slipsPath + "/" + url.PathEscape(s.Number), Done: words.DoneSent}, aboutSlip(c, err)
}

// aboutSlip gives what the API says about parts of the file to the field of the form that has it.
func aboutSlip(c *page.Context, err error) error {
	refusal, refused := errors.AsType[*page.Problem](err)
	if !refused {
		return err
	}
	said := *refusal
	said.Fields = map[string]string{}
	for name, text := range refusal.Fields {
		if strings.HasPrefix(name, "file.") {
			name, text = fieldFiles, c.T(words.SlipFileWrong)
		}
		said.Fields[name] = text
	}
	return &said
}
