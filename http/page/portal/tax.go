package portal

import (
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
)

var taxPages = []page.Page{
	{Path: "/tax-data", Group: "read_account", Section: words.AccountSection, Nav: words.TaxDataTitle, Show: showTaxData},
	{Path: "/fee-invoices", Group: "read_money", Section: words.MoneySection, Nav: words.FeeInvoices, Table: listFeeInvoices, Still: true},
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
		t.Add(page.Plain(c.MonthOf(i.Month)), c.State(i.Status), page.ID(strings.Join(ours, " ")), page.Rupiah(i.Total.Base),
			page.Rupiah(i.Total.OtherBase), page.Rupiah(i.Total.VAT), page.ID(strings.Join(theirs, " ")))
	}
	return t, nil
}
