package pricingrows

import (
	"context"

	"gateway/domain/pricing"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries queries rates and bank channels.
type Queries struct{ readtable.DB }

// FeeRate is the rate of a channel. The rate with the code pricing.TransferCode applies to payouts. API
// reference: Fees.
type FeeRate struct {
	ChannelCode  string          `db:"channel_code" json:"channel_code"`
	Flat         decimal.Decimal `db:"flat" json:"flat"`
	Percent      decimal.Decimal `db:"percent" json:"percent"`
	VATInclusive bool            `db:"vat_inclusive" json:"vat_inclusive"`
}

// Rate returns the rate in the form that package pricing uses.
func (f FeeRate) Rate() pricing.Rate {
	return pricing.Rate{Flat: f.Flat, Percent: f.Percent, VATInclusive: f.VATInclusive}
}

var feeRateTable = readtable.Of[FeeRate]("fee_rates")

// FeeRates lists the rates in force, ordered by channel code.
func (q Queries) FeeRates(ctx context.Context) ([]FeeRate, error) {
	return feeRateTable.List(ctx, q.DB, "ORDER BY channel_code")
}

// FeeRate returns the rate in force for a channel, by its upper-case code.
func (q Queries) FeeRate(ctx context.Context, code string) (FeeRate, error) {
	return feeRateTable.Get(ctx, q.DB, "WHERE channel_code = $1", code)
}
