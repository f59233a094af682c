package money_test

import (
	"testing"

	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

func TestRupiahAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]string{
		"0": "Rp0", "5": "Rp5", "999": "Rp999", "1000": "Rp1.000", "150000": "Rp150.000", "1500000.5": "Rp1.500.000,50",
		"-1500.05": "-Rp1.500,05", "1000000000000": "Rp1.000.000.000.000", "-0.001": "Rp0",
	} {
		if got := money.Rupiah(decimal.RequireFromString(amount)); got != want {
			t.Errorf("%s is written %s, want %s", amount, got, want)
		}
	}
}
