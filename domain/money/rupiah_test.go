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

func TestRupiahIsReadAsPeopleTypeIt(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"150000": "150000", "150.000": "150000", "1.500.000": "1500000", " Rp 150.000 ": "150000", "rp150000": "150000",
		"Rp\u00a01.500,50": "1500.5", "1500,5": "1500.5", "1500.5": "1500.5", "150.000,00": "150000",
		"": "", "0": "", "-5": "", "12x": "", "1,234": "", "1.2.3": "", "1e999999999": "", "1.000,5,5": "", "10000000000000": "",
	} {
		got, err := money.ParseRupiah(typed)
		if (err == nil) != (want != "") {
			t.Errorf("%q: %v", typed, err)
		} else if err == nil && !got.Equal(decimal.RequireFromString(want)) {
			t.Errorf("%q: %s, want %s", typed, got, want)
		}
	}
}

func TestAFeeMayBeNothing(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"0": "0", "Rp0": "0", "Rp 0,00": "0", "000": "0", "Rp4.000": "4000", "0,50": "0.5", "": "", "Rp": "", "-0": "", "0,000": "", "many": "",
	} {
		got, err := money.ParseRupiahOrZero(typed)
		if (err == nil) != (want != "") || err == nil && !got.Equal(decimal.RequireFromString(want)) {
			t.Errorf("%q: %s, %v, want %q", typed, got, err, want)
		}
	}
}
