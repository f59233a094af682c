package words

import (
	"strings"

	"github.com/shopspring/decimal"
)

// AmountInWords returns an amount in rupiah in words, as receipts and transfer slips have it: seratus lima puluh ribu
// rupiah lima puluh sen. It takes amounts up to money.Max.
func AmountInWords(l Language, amount decimal.Decimal) string {
	number, minus, and := english, "minus ", " and "
	if l == Indonesian {
		number, and = indonesian, " "
	}
	if !amount.IsNegative() {
		minus = ""
	}
	amount = amount.Abs()
	sen := amount.Sub(amount.Truncate(0)).Shift(2).IntPart()
	text := minus + number(amount.IntPart()) + " rupiah"
	if sen > 0 {
		text += and + number(sen) + " sen"
	}
	return text
}

var (
	indonesianUnits = strings.Fields("nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas")
	englishUnits    = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen")
	englishTens = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
)

// scale is a power of a thousand, or a hundred, with its name in front of which a number stands.
type scale struct {
	size int64
	name Text
}

var scales = []scale{
	{1_000_000_000_000, Text{"triliun", "trillion"}},
	{1_000_000_000, Text{"miliar", "billion"}},
	{1_000_000, Text{"juta", "million"}},
	{1_000, Text{"ribu", "thousand"}},
	{100, Text{"ratus", "hundred"}},
}

// indonesian names a number. One thousand and one hundred are single words: seribu, seratus.
func indonesian(n int64) string {
	for _, s := range scales {
		switch many := n / s.size; {
		case many == 0:
		case many == 1 && s.size <= 1_000:
			return joined("se"+s.name.Indonesian, indonesian, n%s.size)
		default:
			return joined(indonesian(many)+" "+s.name.Indonesian, indonesian, n%s.size)
		}
	}
	switch units := int64(len(indonesianUnits)); {
	case n < units:
		return indonesianUnits[n]
	case n < 20:
		return indonesianUnits[n-10] + " belas"
	default:
		return joined(indonesianUnits[n/10]+" puluh", indonesian, n%10)
	}
}

func english(n int64) string {
	for _, s := range scales {
		if many := n / s.size; many > 0 {
			return joined(english(many)+" "+s.name.English, english, n%s.size)
		}
	}
	if units := int64(len(englishUnits)); n < units {
		return englishUnits[n]
	}
	tens := englishTens[n/10-2]
	if n%10 == 0 {
		return tens
	}
	return tens + "-" + englishUnits[n%10]
}

// joined adds the rest of a number to its first part, unless the rest is zero.
func joined(first string, number func(int64) string, rest int64) string {
	if rest == 0 {
		return first
	}
	return first + " " + number(rest)
}
