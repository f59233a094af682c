package pricingrows

import (
	"context"

	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// BankChannel is a bank that payouts can go to (API reference: Account).
type BankChannel struct {
	Code   string `db:"code" json:"code"`
	Name   string `db:"name" json:"name"`
	Active bool   `db:"active" json:"active"`
	// WithdrawalFee is the flat part of the transfer fee including VAT, in rupiah.
	WithdrawalFee decimal.Decimal `db:"-" json:"withdrawal_fee"`
}

var bankChannelTable = readtable.Of[BankChannel]("bank_channels")

// BankChannels lists the banks, ordered by code: all of them, or only the active ones.
func (q Queries) BankChannels(ctx context.Context, activeOnly bool) ([]BankChannel, error) {
	banks, err := bankChannelTable.List(ctx, q.DB, "WHERE active OR NOT $1 ORDER BY code", activeOnly)
	if err != nil {
		return nil, err
	}
	fee, err := q.withdrawalFee(ctx)
	for i := range banks {
		banks[i].WithdrawalFee = fee
	}
	return banks, err
}

// BankChannel returns a bank, active or not, by its upper-case code.
func (q Queries) BankChannel(ctx context.Context, code string) (BankChannel, error) {
	b, err := bankChannelTable.Get(ctx, q.DB, "WHERE code = $1", code)
	if err != nil {
		return b, err
	}
	b.WithdrawalFee, err = q.withdrawalFee(ctx)
	return b, err
}

func (q Queries) withdrawalFee(ctx context.Context) (decimal.Decimal, error) {
	rate, err := q.FeeRate(ctx, pricing.TransferCode)
	if err != nil {
		return decimal.Zero, err
	}
	return pricing.Transfer(money.Zero, rate.Rate(), pricing.DefaultVATRate).Total, nil
}
