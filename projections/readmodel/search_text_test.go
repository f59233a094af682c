package readmodel_test

import (
	"fmt"
	"testing"

	"gateway/projections/readmodel/searchrows"
)

func TestAnAmountIsReadAsPeopleWriteIt(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"150000": "150000.00", "150.000": "150000.00", "Rp150.000": "150000.00", "Rp\u00a0150.000": "150000.00", "Rp 150.000,50": "150000.50",
		"150000.5": "150000.50", "150000,5": "150000.50", "1.500.000": "1500000.00", "1.5": "1.50",
		"0": "", "-5": "", "150,000,000": "", "1e5": "", "12345678901234": "", "abc": "", "": "",
	} {
		got := ""
		if amount, ok := searchrows.AmountOf(text); ok {
			got = amount.StringFixed(2)
		}
		equal(t, text, got, want)
	}
}

func TestAPhoneNumberIsFoundWithItsCountryAndWithout(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0812-3456 789": "[08123456789 628123456789]", "+62 812 3456789": "[628123456789 08123456789]", "8123456": "[8123456]",
		"12345": "[]", "0812a34567": "[]", "": "[]",
	} {
		equal(t, text, fmt.Sprint(searchrows.PhonesOf(text)), want)
	}
}
