package pricing_test

import (
	"testing"

	"gateway/domain/pricing"

	"github.com/shopspring/decimal"
)

func TestWithoutVATAPriceThatIncludesItShrinks(t *testing.T) {
	t.Parallel()
	of := decimal.RequireFromString
	inclusive := pricing.Rate{Flat: of("4000"), VATInclusive: true}
	exclusive := pricing.Rate{Flat: of("4000")}
	for _, c := range []struct {
		rate pricing.Rate
		fee  string
	}{{inclusive, "3603.6"}, {exclusive, "4000"}} {
		q := pricing.ComputeExempt(of("100000"), c.rate, pricing.DefaultVATRate)
		if !q.Fee.Equal(of(c.fee)) || !q.VAT.IsZero() || !q.VATRate.IsZero() || !q.Net.Equal(of("100000").Sub(q.Fee)) {
			t.Errorf("%+v, want a fee of %s", q, c.fee)
		}
		charge := pricing.TransferFor(true, of("100000"), c.rate, pricing.DefaultVATRate)
		if !charge.Total.Equal(of(c.fee)) || !charge.VAT.IsZero() || !charge.VATRate.IsZero() {
			t.Errorf("%+v, want a total of %s", charge, c.fee)
		}
	}
	if charge := pricing.TransferFor(false, of("1"), inclusive, pricing.DefaultVATRate); !charge.VAT.Equal(of("396.4")) {
		t.Errorf("with VAT: %+v", charge)
	}
}
