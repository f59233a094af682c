package tax_test

import (
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/tax"

	"github.com/shopspring/decimal"
)

var dec = decimal.RequireFromString

// The documents tax 11/12 of the price with 12 %, the ledger the price with 11 %. Both give the same two decimals.
func TestDocumentsAndLedgerAgreeOnEveryWholePrice(t *testing.T) {
	t.Parallel()
	const last = 200_000
	for n := int64(1); n <= last; n++ {
		price := decimal.NewFromInt(n)
		_, booked := pricing.VAT(price, pricing.DefaultVATRate, false)
		if vat := tax.DefaultFormula.VAT(price); !vat.Equal(booked) {
			t.Fatalf("the VAT on %s is %s in documents, and %s in the ledger", price, vat, booked)
		}
	}
}

func TestFormulaOfALongPrice(t *testing.T) {
	t.Parallel()
	price := dec("12000000.12").Mul(dec("10")).Sub(dec("10000.89"))
	base, vat := tax.DefaultFormula.OtherBase(price), tax.DefaultFormula.VAT(price)
	if !price.Equal(dec("119990000.31")) || !base.Equal(dec("109990833.62")) || !vat.Equal(dec("13198900.03")) {
		t.Errorf("%s -> %s -> %s", price, base, vat)
	}
}

func TestTheEffectiveRateOfAFormula(t *testing.T) {
	t.Parallel()
	for rate, effective := range map[string]bool{"11": true, "11.0": true, "12": false, "0": false, "10.9999": false} {
		if tax.DefaultFormula.IsEffective(dec(rate)) != effective {
			t.Errorf("%s percent: effective should be %t", rate, effective)
		}
	}
}
