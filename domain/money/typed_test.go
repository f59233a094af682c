package money_test

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/domain/money"

	"github.com/shopspring/decimal"
)

func TestAnAmountIsReadByThePlacesOfItsSeparators(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"150000": "150000", "150.000": "150000", "150,000": "150000", "1.500.000": "1500000", "1,500,000": "1500000",
		" Rp 150.000 ": "150000", "rp150000": "150000", "Rp. 150.000": "150000", "IDR 1,500.50": "1500.5",
		"Rp\u00a01.500,50": "1500.5", "1500,5": "1500.5", "1500.5": "1500.5", "150.000,00": "150000", "150,000.00": "150000",
		"Rp 150.000,50": "150000.5", "0,01": "0.01", "007": "7", "1.000.000.000.000": "1000000000000",
	} {
		if got, err := money.Typed(typed); err != nil || !got.Equal(decimal.RequireFromString(want)) {
			t.Errorf("%q: %s, %v, want %s", typed, got, err, want)
		}
	}
}

func TestWhatIsNoAmountOrTwoIsRefused(t *testing.T) {
	t.Parallel()
	const no, two, least = "must be an amount such as 150.000 or 150.000,50",
		"can be read in two ways: write it without separators, such as 150000", "must be greater than 0"
	for typed, want := range map[string]string{
		"": no, "Rp": no, "-5": no, "12x": no, "1e6": no, "1E6": no, "1e999999999": no, "0x10": no, "1.2.3": no, "1.000,5,5": no,
		"1..000": no, "150 000": no, "1.50.000": no, ".5": no, "5.": no, "\u0661": no, "15.0000": no, "1,23,456.00": no,
		"0.500": two, "0,500": two, "1500.500": two, "1.000,000": two, "1,000.000": two, "1.23,000": no,
		"0": least, "0,00": least, "000": least, "10000000000000": "must be at most 1000000000000",
		"1.000.000.000.000,01": "must be at most 1000000000000",
	} {
		got, err := money.Typed(typed)
		refusal, _ := errors.AsType[*domain.Refusal](err)
		if refusal == nil || refusal.Message != want {
			t.Errorf("%q: %s, %v, want the refusal %q", typed, got, err, want)
		}
	}
}

func TestAFeeMayBeNothing(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"0": "0", "Rp0": "0", "Rp 0,00": "0", "000": "0", "Rp4.000": "4000", "0,50": "0.5", "": "", "Rp": "", "-0": "", "0,000": "", "many": "",
	} {
		got, err := money.TypedOrZero(typed)
		if (err == nil) != (want != "") || err == nil && !got.Equal(decimal.RequireFromString(want)) {
			t.Errorf("%q: %s, %v, want %q", typed, got, err, want)
		}
	}
}

// FuzzTyped checks that what is read is written by Rupiah and read again as the same amount.
func FuzzTyped(f *testing.F) {
	for _, seed := range []string{"150.000", "150,000", "Rp 1.500,50", "1e6", "0.500", "1.000,000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := money.Typed(text)
		if err != nil {
			return
		}
		if again, err := money.Typed(money.Rupiah(d)); err != nil || !again.Equal(d) {
			t.Fatalf("%q is %s, written %s and read as %s, %v", text, d, money.Rupiah(d), again, err)
		}
	})
}
