package pricing

import (
	"maps"

	"github.com/shopspring/decimal"
)

// TransferCode is the row of the rates table for bank transfers out. It is no
// channel to pay with, so Lookup does not know it.
const TransferCode = "TRANSFER"

// TransferRate is the default for bank transfers out: 5,000 with its VAT.
func TransferRate() Rate { return Rate{Flat: decimal.NewFromInt(5_000), VATInclusive: true} }

// DefaultRates is the rates table before anybody changed it: one row for each
// channel code, and TransferCode. The invoice page has the row that quotes it
// until the channel paid with is known. The map is the caller's.
func DefaultRates() map[string]Rate { return maps.Clone(defaults) }

// DefaultRate gives one row of DefaultRates, by the code in upper case.
func DefaultRate(code string) (Rate, bool) {
	rate, ok := defaults[code]
	return rate, ok
}

var defaults = defaultRates()

func defaultRates() map[string]Rate {
	rates := map[string]Rate{TransferCode: TransferRate()}
	for _, c := range channels {
		rates[c.Code] = defaultRate(c)
	}
	return rates
}

func defaultRate(c Channel) Rate {
	switch {
	case c.Kind == QRIS:
		return Rate{Percent: decimal.New(7, -1), VATInclusive: true}
	case c.Code == "SHOPEEPAY":
		return Rate{Percent: decimal.NewFromInt(2)}
	case c.Kind == EWallet:
		return Rate{Percent: decimal.New(15, -1)}
	}
	return Rate{Flat: decimal.NewFromInt(4_000)}
}
