package staff

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"gateway/domain/tax"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/taxservice"
)

var taxPages = []page.Page{
	{Path: "/tax", Group: "read_tax", Section: words.BooksSection, Nav: words.TaxTitle, Show: showTax, Table: listTaxInvoices, Still: true},
	{Path: "/tax/:id/file/:part", Group: "read_tax", Title: words.TaxTitle, File: downloadCoretax},
	{Path: "/clients/:id/tax", Group: "read_tax", Title: words.TaxDataTitle, Show: showClientTax},
}

var taxActions = []page.Action{
	{Path: "/tax/:id/export", Group: "manage", Page: "/tax", Do: exportTax},
	{Path: "/tax/:id/approvals", Group: "manage", Page: "/tax", Do: approveTax},
	{Path: "/tax/:id/rejections", Group: "manage", Page: "/tax", Do: rejectTaxFile},
	{Path: "/clients/:id/tax", Group: "manage", Page: "/clients/:id/tax", Do: setExemption},
}

// taxMonth is the month in the page's address, by default the one before the present.
func taxMonth(c *page.Context) string {
	if month := strings.TrimSpace(c.Query.Get("month")); month != "" {
		return month
	}
	return c.Now().AddDate(0, 0, -c.Now().Day()).Format("2006-01")
}

// askTax asks for what a month has beside its fee invoices. ok is false while it is not closed.
func askTax(c *page.Context, month string) (m api.TaxMonth, ok bool, err error) {
	list, ok, err := askTaxInvoices(c, month, url.Values{"per_page": {"1"}})
	return list.Data, ok, err
}

// askTaxInvoices asks for a page of the fee invoices of a month. ok is false while it is not closed.
func askTaxInvoices(c *page.Context, month string, query url.Values) (list api.List[api.TaxMonth], ok bool, err error) {
	list, err = api.GetTaxMonth(c, month, query)
	var refused *page.Problem
	if errors.As(err, &refused) && refused.Code == "period_not_closed" {
		return list, false, nil
	}
	return list, err == nil, err
}

// showTax says what is to be done with the fee invoices of a month, from the first export to the files.
func showTax(c *page.Context) ([]page.Block, error) {
	month := taxMonth(c)
	m, ok, err := askTax(c, month)
	if err != nil {
		return nil, err
	}
	if !ok {
		return []page.Block{page.Notice{Text: c.T(words.TaxNotClosed), Tone: page.ToneQuiet}}, nil
	}
	blocks := []page.Block{page.Figures{Figures: []page.Figure{
		{Label: c.T(words.TaxBase), Value: page.Rupiah(m.Total.Base)},
		{Label: c.T(words.TaxOtherBase), Value: page.Rupiah(m.Total.OtherBase)},
		{Label: c.T(words.VAT), Value: page.Rupiah(m.Total.VAT)},
		{Label: c.T(words.TaxRounding), Value: page.Rupiah(m.Rounding)},
	}}}
	if len(m.Problems) > 0 {
		blocks = append(blocks, taxProblems(c, m.Problems))
	}
	if dropped := taxToCancel(c, m.ToCancel); len(dropped.Rows) > 0 {
		blocks = append(blocks, dropped)
	}
	if c.May("manage") {
		blocks = append(blocks, taxForms(c, m)...)
	}
	return append(blocks, taxFiles(c, m)), nil
}

// taxProblems lists what the tax office would refuse, by client and field.
func taxProblems(c *page.Context, problems []tax.Problem) *page.Table {
	t := &page.Table{Title: c.T(words.TaxProblems), Columns: c.Titles(words.Client, words.TaxField)}
	for _, p := range problems {
		who := page.Plain(c.T(words.TaxSeller))
		if p.ClientID != 0 {
			who = page.Plain(page.Key(p.ClientID)).To(c.Link("/clients/" + page.Key(p.ClientID) + "/tax"))
		}
		t.Add(who, page.Plain(c.Word(words.TaxFields, p.Field)))
	}
	return t
}

// taxToCancel lists the documents that a person cancels at the tax office.
func taxToCancel(c *page.Context, documents []taxservice.CancelledOf) *page.Table {
	t := &page.Table{Title: c.T(words.TaxToCancel), Columns: c.Titles(words.Client, words.TaxNumbers, words.TaxOfficeNumbers)}
	for _, d := range documents {
		theirs := page.Cell{}
		if d.TaxNumber != nil {
			theirs = page.ID(*d.TaxNumber)
		}
		t.Add(page.Plain(page.Key(d.ClientID)).To(c.Link("/clients/"+page.Key(d.ClientID)+"/tax")), page.ID(d.Number), theirs)
	}
	return t
}

func taxForms(c *page.Context, m api.TaxMonth) []page.Block {
	path := "/tax/" + url.PathEscape(m.Month)
	forms := []page.Block{
		page.Form{Title: c.T(words.TaxExport), Hint: c.T(words.TaxExportHint), Action: path + "/export", Submit: c.T(words.TaxExport)},
		page.Form{
			Title: c.T(words.TaxApprovals), Hint: c.T(words.TaxApprovalsHint), Action: path + "/approvals", Submit: c.T(words.TaxApprovals),
			Fields: []page.Field{{Name: "csv", Label: c.T(words.TaxCSV), Kind: "area", Required: true}},
		},
	}
	if m.Parts == 0 {
		return forms
	}
	return append(forms, page.Form{
		Title: c.T(words.TaxReject), Hint: c.T(words.TaxRejectHint), Action: path + "/rejections", Submit: c.T(words.TaxReject),
		Fields: []page.Field{{Name: "part", Label: c.T(words.TaxPart), Numeric: true, Required: true}, reasonField(c, true)},
	})
}

func taxFiles(c *page.Context, m api.TaxMonth) page.Links {
	var files page.Links
	for part := 1; part <= m.Parts; part++ {
		number := strconv.Itoa(part)
		files.Links = append(files.Links, page.Link{
			Text: c.T(words.TaxFile, number),
			Path: c.Link("/tax/" + url.PathEscape(m.Month) + "/file/" + number),
		})
	}
	return files
}

func listTaxInvoices(c *page.Context) (*page.Table, error) {
	month := taxMonth(c)
	query := c.Filter()
	query.Set("per_page", "50")
	list, _, err := askTaxInvoices(c, month, query)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Total: list.Total, After: list.Next,
		Columns: c.Titles(words.Client, words.Status, words.TaxNumbers, words.TaxBase, words.TaxOtherBase, words.VAT, words.TaxOfficeNumbers),
		Filters: []page.Field{{Name: "month", Label: c.T(words.MonthField), Kind: "month", Value: month}}, Empty: c.T(words.TaxEmpty),
	}
	for _, i := range list.Data.Invoices {
		var ours, theirs []string
		for _, d := range i.Documents {
			ours = append(ours, d.Number)
			if d.TaxNumber != nil {
				theirs = append(theirs, *d.TaxNumber)
			}
		}
		t.Add(page.Plain(page.Key(i.ClientID)).To(c.Link("/clients/"+page.Key(i.ClientID)+"/tax")), c.State(i.Status),
			page.ID(strings.Join(ours, " ")), page.Rupiah(i.Total.Base), page.Rupiah(i.Total.OtherBase), page.Rupiah(i.Total.VAT),
			page.ID(strings.Join(theirs, " ")))
	}
	return t, nil
}

func downloadCoretax(c *page.Context) error {
	return c.Raw("/admin/tax/" + url.PathEscape(c.Param("id")) + "/coretax.xml?" + url.Values{"part": {c.Param("part")}}.Encode())
}

// toTax is the page of the month in the address of an action.
func toTax(c *page.Context) page.Result {
	return page.Result{To: "/tax?" + url.Values{"month": {c.Param("id")}}.Encode(), Done: "saved"}
}

func exportTax(c *page.Context) (page.Result, error) {
	_, err := api.ExportTaxMonth(c, c.Param("id"))
	return toTax(c), err
}

func approveTax(c *page.Context) (page.Result, error) {
	_, err := api.ApproveTaxDocuments(c, c.Param("id"), page.Body{}.Texts(c, "csv"))
	return toTax(c), err
}

func rejectTaxFile(c *page.Context) (page.Result, error) {
	_, err := api.RejectTaxFile(c, c.Param("id"), page.Body{}.Texts(c, "reason").Whole(c, "part"))
	return toTax(c), err
}

// showClientTax shows the tax data of a client, with the form of its exemption.
func showClientTax(c *page.Context) ([]page.Block, error) {
	d, err := api.GetClientTaxData(c, c.Param("id"))
	if err != nil {
		return nil, err
	}
	blocks := []page.Block{page.Details{Title: c.T(words.TaxDataTitle), Pairs: []page.Pair{
		{Label: c.T(words.Name), Value: page.Plain(d.Name)},
		{Label: c.T(words.TaxNPWP), Value: page.ID(d.NPWP)},
		{Label: c.T(words.TaxNIK), Value: page.ID(d.NIK)},
		{Label: c.T(words.TaxNITKU), Value: page.ID(d.NITKU)},
		{Label: c.T(words.Address), Value: page.Plain(d.Address)},
		{Label: c.T(words.Email), Value: page.Plain(d.Email)},
	}}}
	if len(d.Exemptions) > 0 {
		blocks = append(blocks, exemptionTable(c, d.Exemptions))
	}
	if !c.May("manage") {
		return blocks, nil
	}
	return append(blocks, page.Form{
		Title: c.T(words.TaxExemption), Hint: c.T(words.TaxExemptionHint), Action: "/clients/" + url.PathEscape(c.Param("id")) + "/tax",
		Submit: c.T(words.Save), Fields: []page.Field{
			{Name: "exempt_from", Label: c.T(words.TaxExemptFrom), Kind: "date"},
			{Name: "exemption_paper", Label: c.T(words.TaxPaper)},
		},
	}), nil
}

func exemptionTable(c *page.Context, list []tax.Exemption) *page.Table {
	t := &page.Table{Title: c.T(words.TaxExemption), Columns: c.Titles(words.TaxExemptFrom, words.TaxPaper)}
	for _, e := range list {
		t.Add(page.Plain(c.Day(e.From)), page.Plain(e.Paper))
	}
	return t
}

func setExemption(c *page.Context) (page.Result, error) {
	body := page.Body{}.Texts(c, "exempt_from", "exemption_paper")
	_, body["exempt"] = body["exempt_from"] // without a day the exemption ends
	_, err := api.SetTaxExemption(c, c.Param("id"), body)
	return page.Result{To: "/clients/" + url.PathEscape(c.Param("id")) + "/tax", Done: "saved"}, err
}
