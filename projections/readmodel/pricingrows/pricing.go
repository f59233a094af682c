package pricingrows

import (
	"context"
	"maps"
	"slices"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/projections/engine"
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

// Settings projects the rate of each channel and which banks are active. Its tables start with the default
// rates and all banks.
type Settings struct{}

// Name implements engine.Model.
func (Settings) Name() string { return "settings" }

// Tables implements engine.Model.
func (Settings) Tables() []string { return []string{"fee_rates", "bank_channels"} }

var (
	rateColumns = []string{"channel_code text", "flat numeric", "percent numeric", "vat_inclusive boolean"}
	insertRates = readtable.InsertStatement("fee_rates", rateColumns...)
	insertBanks = readtable.InsertStatement("bank_channels", "code text", "name text", "active boolean")

	upsertRates = readtable.InsertStatement("fee_rates", slices.Concat(rateColumns, []string{"updated_at timestamptz"})...) +
		` ON CONFLICT (channel_code) DO UPDATE SET flat = excluded.flat, percent = excluded.percent,
		vat_inclusive = excluded.vat_inclusive, updated_at = excluded.updated_at`
	updateBanks = readtable.UpdateStatement("bank_channels", []string{"code text"}, "active boolean", "updated_at timestamptz")
)

// Seed implements engine.Seeder.
func (Settings) Seed(ctx context.Context, tx *engine.Tx) error {
	var rates, banks readtable.Batch
	defaults := pricing.DefaultRates()
	for _, code := range slices.Sorted(maps.Keys(defaults)) {
		r := defaults[code]
		rates.Add(code, r.Flat, r.Percent, r.VATInclusive)
	}
	for _, b := range bank.All() {
		banks.Add(b.Code, b.Name, true)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&rates, insertRates), readtable.WriteBy(&banks, insertBanks))
}

// Applies implements engine.Selective.
func (Settings) Applies() []domain.Event {
	return []domain.Event{pricing.FeeChanged{}, bank.ChannelChanged{}}
}

// Apply implements engine.Model.
func (Settings) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var rates readtable.Changes[string, pricing.FeeChanged]
	var banks readtable.Changes[string, bank.ChannelChanged]
	for _, env := range events {
		switch e := env.Event.(type) {
		case pricing.FeeChanged:
			*rates.ForKey(e.ChannelCode) = e
		case bank.ChannelChanged:
			*banks.ForKey(e.Code) = e
		}
	}
	var changed, switched readtable.Batch
	for _, e := range rates.List {
		changed.Add(e.ChannelCode, e.Flat, e.Percent, e.VATInclusive, e.At)
	}
	for _, e := range banks.List {
		switched.Add(e.Code, e.Active, e.At)
	}
	return readtable.ExecAll(ctx, tx, readtable.WriteBy(&changed, upsertRates), readtable.WriteBy(&switched, updateBanks))
}

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
