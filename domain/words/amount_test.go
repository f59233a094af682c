package words_test

import (
	"testing"

	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

func TestAnAmountIsSaidInWords(t *testing.T) {
	t.Parallel()
	for amount, want := range map[string]words.Text{
		"0":             {Indonesian: "nol rupiah", English: "zero rupiah"},
		"11":            {Indonesian: "sebelas rupiah", English: "eleven rupiah"},
		"12":            {Indonesian: "dua belas rupiah", English: "twelve rupiah"},
		"19":            {Indonesian: "sembilan belas rupiah", English: "nineteen rupiah"},
		"21":            {Indonesian: "dua puluh satu rupiah", English: "twenty-one rupiah"},
		"100":           {Indonesian: "seratus rupiah", English: "one hundred rupiah"},
		"1000":          {Indonesian: "seribu rupiah", English: "one thousand rupiah"},
		"1100":          {Indonesian: "seribu seratus rupiah", English: "one thousand one hundred rupiah"},
		"150000":        {Indonesian: "seratus lima puluh ribu rupiah", English: "one hundred fifty thousand rupiah"},
		"101000":        {Indonesian: "seratus satu ribu rupiah", English: "one hundred one thousand rupiah"},
		"1000000":       {Indonesian: "satu juta rupiah", English: "one million rupiah"},
		"2500000":       {Indonesian: "dua juta lima ratus ribu rupiah", English: "two million five hundred thousand rupiah"},
		"1500.5":        {Indonesian: "seribu lima ratus rupiah lima puluh sen", English: "one thousand five hundred rupiah and fifty sen"},
		"-25000":        {Indonesian: "minus dua puluh lima ribu rupiah", English: "minus twenty-five thousand rupiah"},
		"-0.01":         {Indonesian: "minus nol rupiah satu sen", English: "minus zero rupiah and one sen"},
		"87000001":      {Indonesian: "delapan puluh tujuh juta satu rupiah", English: "eighty-seven million one rupiah"},
		"1000000000000": {Indonesian: "satu triliun rupiah", English: "one trillion rupiah"},
	} {
		d := decimal.RequireFromString(amount)
		got := words.Text{Indonesian: words.AmountInWords(words.Indonesian, d), English: words.AmountInWords(words.English, d)}
		if got != want {
			t.Errorf("%s: %+v, want %+v", amount, got, want)
		}
	}
}
