package pricing

import (
	"maps"

	"github.com/shopspring/decimal"
)

// TransferCode is the code of the rate for bank transfers out. It is not a channel to pay
// with, so Lookup does not find it.
const TransferCode = "TRANSFER"

// TransferRate is the default rate for bank transfers out: 5,000 rupiah, VAT included.
func TransferRate() Rate { return Rate{Flat: decimal.NewFromInt(5_000), VATInclusive: true} }

// DefaultRates returns the rates before any FeeChanged: one for each channel code, and one for TransferCode.
// The rate of the invoice page is for the quote, until the invoice is paid and its channel is known. The
// caller may change the map.
func DefaultRates() map[string]Rate { return maps.Clone(defaults) }

// DefaultRate returns one of the DefaultRates by its code in upper case.
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
