package tax

import (
	"strconv"
	"time"

	"github.com/shopspring/decimal"
)

// Rules are the settings of the documents. The law behind them is not the program's to state.
type Rules struct {
	Formula
	// TaxedCode and ExemptCode are the transaction codes of fees with and without VAT.
	TaxedCode, ExemptCode string
}

// DefaultRules are those without configuration.
var DefaultRules = Rules{Formula: DefaultFormula, TaxedCode: "04", ExemptCode: "08"}

// Fees are what a client was charged in a month at one rate of VAT, less what was returned since, in rupiah.
type Fees struct {
	// VATRate is the text of statement.VATRateText, or statement.UnknownVATRate.
	VATRate  string
	Fee, VAT decimal.Decimal
}

// Problem says why the tax office would refuse an invoice: the client, 0 for the gateway itself, and the field.
type Problem struct {
	ClientID int64  `json:"client_id"`
	Field    string `json:"field"`
}

// The fields of problems beside those of Data.
const (
	ProblemVATRate   = "vat_rate"
	ProblemAmount    = "amount"
	ProblemExemption = "exemption_paper"
	ProblemTIN       = "seller_tin"
	ProblemNITKU     = "seller_nitku"
	ProblemName      = "seller_name"
	ProblemAddress   = "seller_alamat"
	// ProblemAwaited is that of a document whose fees changed while the tax office has not answered to the file it is in.
	ProblemAwaited = "tax_number"
)

// Draft is what an invoice needs that is not exported.
type Draft struct {
	Rules  Rules
	Seller Seller
	Client Client
	// Month is closed since Closed; Date is its last day.
	Month    string
	ClientID int64
	Date     string
	Closed   time.Time
	Fees     []Fees
}

// Number returns our number of the document of a client and month with a transaction code.
func (d Draft) number(code string) string {
	number := "FI-" + d.Month + "-" + strconv.FormatInt(d.ClientID, decimalBase)
	if code == d.Rules.ExemptCode {
		number += "-" + code
	}
	return number
}

// Content computes the invoice, and the problems for which the tax office would refuse it. Fees that add up to nothing
// make no line, and no lines no document.
func (d Draft) Content() (c Content, problems []Problem) {
	taxed, exempt := Document{Number: d.number(d.Rules.TaxedCode), Code: d.Rules.TaxedCode},
		Document{Number: d.number(d.Rules.ExemptCode), Code: d.Rules.ExemptCode}
	blame := func(field string) { problems = append(problems, Problem{d.ClientID, field}) }
	for _, f := range d.Fees {
		if f.Fee.IsZero() && f.VAT.IsZero() {
			continue
		}
		rate, err := decimal.NewFromString(f.VATRate)
		switch {
		case f.Fee.IsNegative():
			blame(ProblemAmount)
		case err == nil && rate.IsZero() && f.VAT.IsZero():
			exempt.add(Line{rate, d.exempt(f)})
		case err == nil && d.Rules.IsEffective(rate):
			taxed.add(Line{rate, d.taxed(f)})
		default:
			blame(ProblemVATRate)
		}
	}
	c = Content{Date: d.Date, Seller: d.Seller, Buyer: d.Client.DataAt(d.Closed)}
	for _, document := range []Document{taxed, exempt} {
		if len(document.Lines) > 0 {
			c.Documents = append(c.Documents, document)
		}
	}
	if len(exempt.Lines) > 0 {
		if c.Paper = d.Client.PaperOn(d.Date); c.Paper == "" {
			blame(ProblemExemption)
		}
	}
	if len(c.Documents) > 0 {
		for _, field := range c.Buyer.Missing() {
			blame(field)
		}
	}
	return c, problems
}

func (d Draft) taxed(f Fees) Amounts {
	return Amounts{Price: f.Fee, Base: f.Fee, OtherBase: d.Rules.OtherBase(f.Fee), VAT: d.Rules.VAT(f.Fee), BookedVAT: f.VAT}
}

// exempt returns the amounts of fees without VAT: their base is not shared.
func (Draft) exempt(f Fees) Amounts { return Amounts{Price: f.Fee, Base: f.Fee, OtherBase: f.Fee} }

func (d *Document) add(l Line) {
	d.Lines, d.Amounts = append(d.Lines, l), d.Plus(l.Amounts)
}

// Problems says what of the seller the tax office would refuse.
func (s Seller) Problems() (problems []Problem) {
	for _, p := range []struct {
		field string
		sound bool
	}{
		{ProblemTIN, isDigits(s.TIN, npwpDigits) && s.TIN != noTIN},
		{ProblemNITKU, isDigits(s.NITKU, nitkuDigits) && isPlaceOf(s.NITKU, s.TIN)},
		{ProblemName, s.Name != ""},
		{ProblemAddress, s.Address != ""},
	} {
		if !p.sound {
			problems = append(problems, Problem{Field: p.field})
		}
	}
	return problems
}
