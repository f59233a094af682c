package simulator

import (
	"github.com/shopspring/decimal"
)

// Fee is what the provider charges for a payment or a payout: Flat rupiah plus Percent of the amount.
type Fee struct {
	Flat    int64
	Percent string // a decimal number, "" for 0
}

// Fees are the provider's fees, in the categories of its books: VIRTUAL_ACCOUNT, EWALLET,
// QR_CODE and BANK (payouts). A category without an entry is free.
type Fees map[string]Fee

// UsualFees are fees of about the size of the real provider's prices.
var UsualFees = Fees{
	"VIRTUAL_ACCOUNT": {Flat: 4000},
	"EWALLET":         {Percent: "1.5"},
	"QR_CODE":         {Percent: "0.63"},
	"BANK":            {Flat: 2500},
}

// The statuses of a fee.
const (
	feePending   = "PENDING"
	feeFinal     = "COMPLETED"
	feeCancelled = "CANCELED"
	feeGivenBack = "REVERSED"
	noFee        = "NOT_APPLICABLE"
)

// vatPercent is the VAT on the provider's fees.
var vatPercent = decimal.NewFromInt(11)

// of returns the fee for an amount and the VAT on it, each in whole rupiah.
func (f Fees) of(category string, amount decimal.Decimal) (fee, vat decimal.Decimal) {
	entry := f[category]
	fee = decimal.NewFromInt(entry.Flat)
	if entry.Percent != "" {
		fee = fee.Add(percentOf(amount, decimal.RequireFromString(entry.Percent)))
	}
	return fee, percentOf(fee, vatPercent)
}

func percentOf(amount, percent decimal.Decimal) decimal.Decimal {
	return amount.Mul(percent).Shift(-2).Round(0)
}
