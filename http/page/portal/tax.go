package portal

import (
	"net/url"
	"strings"

	"gateway/domain/tax"
	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var taxPages = []page.Page{
	{Path: "/tax-data", Group: "read_tax_data", Section: words.AccountSection, Nav: words.TaxDataTitle, Show: showTaxData},
}

var feeInvoicePages = []page.Page{
	{Path: "/fee-invoices", Group: "read_money", Section: words.MoneySection, Nav: words.FeeInvoices, Table: listFeeInvoices, Still: true},
	{Path: "/fee-invoices/:month", Group: "read_money", Title: words.FeeInvoice, Show: showFeeInvoice, Still: true},
}

var taxActions = []page.Action{
	{Path: "/tax-data", Group: "manage_account", Page: "/tax-data", Do: saveTaxData},
}

// showTaxData shows what fee invoices say of the client, as a form to those who may change it.
func showTaxData(c *page.Context) ([]page.Block, error) {
	d, err := api.GetMyTaxData(c)
	if err != nil {
		return nil, err
	}
	if c.May("manage_account") && d.IsHeadOffice() {
		d.NITKU = "" // it follows from the NPWP, so that the form changes it with that
	}
	fields := []page.Field{
		{Name: "name", Label: c.T(words.TaxName), Value: d.Name},
		{Name: "npwp", Label: c.T(words.TaxNPWP), Value: d.NPWP, Hint: c.T(words.TaxNPWPHint)},
		{Name: "nik", Label: c.T(words.TaxNIK), Value: d.NIK, Hint: c.T(words.TaxNIKHint)},
		{Name: "nitku", Label: c.T(words.TaxNITKU), Value: d.NITKU, Hint: c.T(words.TaxNITKUHint)},
		{Name: "alamat", Label: c.T(words.Address), Value: d.Address},
		{Name: "email", Label: c.T(words.Email), Value: d.Email, Kind: "email"},
	}
	var blocks []page.Block
	if len(d.Missing) > 0 {
		blocks = append(blocks, page.Notice{Text: c.T(words.TaxDataMissing), Tone: page.ToneQuiet})
	}
	if d.ExemptFrom != nil {
		blocks = append(blocks, page.Notice{Text: c.T(words.TaxIsExempt, c.Day(*d.ExemptFrom)), Tone: page.ToneGood})
	}
	if c.May("manage_account") {
		return append(blocks, page.Form{
			Title: c.T(words.TaxDataTitle), Hint: c.T(words.TaxDataHint), Action: "/tax-data", Submit: c.T(words.Save), Fields: fields,
		}), nil
	}
	details := page.Details{Title: c.T(words.TaxDataTitle)}
	for _, f := range fields {
		details.Pairs = append(details.Pairs, page.Pair{Label: f.Label, Value: page.Plain(f.Value)})
	}
	return append(blocks, details), nil
}

func saveTaxData(c *page.Context) (page.Result, error) {
	_, err := api.ChangeMyTaxData(c, page.Body{}.Texts(c, "name", "npwp", "nik", "nitku", "alamat", "email"))
	return page.Result{To: "/tax-data", Done: "saved"}, err
}

func listFeeInvoices(c *page.Context) (*page.Table, error) {
	list, err := api.ListMyFeeInvoices(c)
	if err != nil {
		return nil, err
	}
	t := &page.Table{
		Columns: c.Titles(words.MonthField, words.Status, words.TaxNumbers, words.TaxBase, words.TaxOtherBase, words.VAT, words.TaxOfficeNumbers),
		Total:   int64(len(list)), Empty: c.T(words.FeeInvoicesEmpty),
	}
	for _, i := range list {
		var ours, theirs []string
		for _, d := range i.Documents {
			ours = append(ours, d.Number)
			if d.TaxNumber != nil {
				theirs = append(theirs, *d.TaxNumber)
			}
		}
		t.Add(page.Plain(c.MonthOf(i.Month)).To(c.Link("/fee-invoices/"+url.PathEscape(i.Month))), c.State(i.Status),
			page.ID(strings.Join(ours, " ")), page.Rupiah(i.Total.Base),
			page.Rupiah(i.Total.OtherBase), page.Rupiah(i.Total.VAT), page.ID(strings.Join(theirs, " ")))
	}
	return t, nil
}

// showFeeInvoice shows one fee invoice as its documents say it. The browser prints it.
func showFeeInvoice(c *page.Context) ([]page.Block, error) {
	i, err := api.GetMyFeeInvoice(c, c.Param("month"))
	if err != nil {
		return nil, err
	}
	c.SetTitle(c.T(words.FeeInvoiceOf, c.MonthOf(i.Month)))
	blocks := []page.Block{
		page.Figures{Figures: []page.Figure{
			{Label: c.T(words.Status), Value: c.State(i.Status)},
			{Label: c.T(words.TaxBase), Value: page.Rupiah(i.Total.Base)},
			{Label: c.T(words.TaxOtherBase), Value: page.Rupiah(i.Total.OtherBase)},
			{Label: c.T(words.VAT), Value: page.Rupiah(i.Total.VAT)},
		}},
		page.Columns{
			Left: []page.Block{page.Details{Title: c.T(words.FeeInvoiceSeller), Pairs: []page.Pair{
				{Label: c.T(words.TaxName), Value: page.Plain(i.Seller.Name)},
				{Label: c.T(words.TaxNPWP), Value: page.ID(i.Seller.TIN)},
				{Label: c.T(words.TaxNITKU), Value: page.ID(i.Seller.NITKU)},
				{Label: c.T(words.Address), Value: page.Plain(i.Seller.Address)},
			}}},
			Right: []page.Block{page.Details{Title: c.T(words.FeeInvoiceBuyer), Pairs: []page.Pair{
				{Label: c.T(words.TaxName), Value: page.Plain(i.Buyer.Name)},
				{Label: c.T(words.TaxNPWP), Value: page.ID(i.Buyer.NPWP)},
				{Label: c.T(words.TaxNITKU), Value: page.ID(i.Buyer.NITKU)},
				{Label: c.T(words.Address), Value: page.Plain(i.Buyer.Address)},
			}}},
		},
	}
	for _, d := range i.Documents {
		blocks = append(blocks, feeDocument(c, d.Document, d.TaxNumber))
	}
	return blocks, nil
}

// feeDocument has the lines of a document: what was charged, the share of it that is taxed, and the VAT.
func feeDocument(c *page.Context, d tax.Document, taxNumber *string) *page.Table {
	title := d.Number
	if taxNumber != nil {
		title += " · " + *taxNumber
	}
	t := &page.Table{Title: title, Columns: c.Titles(words.FeeInvoiceRate, words.TaxBase, words.TaxOtherBase, words.VAT)}
	for _, l := range d.Lines {
		t.Add(page.Plain(l.VATRate.String()+" %"), page.Rupiah(l.Base), page.Rupiah(l.OtherBase), page.Rupiah(l.VAT))
	}
	return t
}
