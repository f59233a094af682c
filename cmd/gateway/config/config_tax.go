package config

import (
	"fmt"
	"strings"

	"gateway/domain/tax"

	"github.com/shopspring/decimal"
)

// taxProblem refuses a rate and a share of tax from which no document can be made.
func (c Config) taxProblem() error {
	_, err := c.TaxFormula()
	return err
}

// TaxFormula returns the formula of the documents. Its error begins with the name of the variable.
func (c Config) TaxFormula() (tax.Formula, error) {
	if c.TaxBase == "" && c.TaxRate.IsZero() { // a configuration that a test makes by hand
		return tax.DefaultFormula, nil
	}
	part, of, _ := strings.Cut(c.TaxBase, "/")
	f := tax.Formula{Rate: c.TaxRate}
	var err error
	if f.Part, err = decimal.NewFromString(part); err == nil {
		f.Of, err = decimal.NewFromString(of)
	}
	if err != nil || !f.Part.IsPositive() || !f.Of.IsPositive() {
		return f, fmt.Errorf("TAX_BASE must be a share such as 11/12")
	}
	if !f.Rate.IsPositive() {
		return f, fmt.Errorf("TAX_RATE must be above 0")
	}
	return f, nil
}
