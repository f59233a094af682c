package pricingrows

import (
	"context"
	"maps"
	"slices"
	"time"

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
	ChannelCode  string          `json:"channel_code"`
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
	// UpdatedAt is nil for a default rate.
	UpdatedAt *time.Time `json:"-"`
}

// Rate returns the rate in the form that package pricing uses.
func (r FeeRate) Rate() pricing.Rate {
	return pricing.Rate{Flat: r.Flat, Percent: r.Percent, VATInclusive: r.VATInclusive}
}

func (r *FeeRate) columns(f *readtable.Fields) {
	f.At("channel_code", &r.ChannelCode)
	f.Later("flat", &r.Flat).Later("percent", &r.Percent).Later("vat_inclusive", &r.VATInclusive).Later("updated_at", &r.UpdatedAt)
}

var feeRateTable = readtable.TableOf("fee_rates", (*FeeRate).columns)

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
	putRates    = readtable.Upsert("fee_rates", (*FeeRate).columns, "channel_code")
	insertBanks = readtable.Insert("bank_channels", (*BankChannel).columns)
	updateBanks = readtable.Custom("UPDATE bank_channels AS t SET active = n.active, updated_at = n.updated_at FROM {rows} "+
		"WHERE t.code = n.code", (*BankChannel).columns, "code", "active", "updated_at")
)

// Seed implements engine.Seeder.
func (Settings) Seed(ctx context.Context, tx *engine.Tx) error {
	var rates []*FeeRate
	var banks []*BankChannel
	defaults := pricing.DefaultRates()
	for _, code := range slices.Sorted(maps.Keys(defaults)) {
		r := defaults[code]
		rates = append(rates, &FeeRate{ChannelCode: code, Flat: r.Flat, Percent: r.Percent, VATInclusive: r.VATInclusive})
	}
	for _, b := range bank.All() {
		banks = append(banks, &BankChannel{Code: b.Code, Name: b.Name, Active: true})
	}
	return readtable.Run(ctx, tx, putRates.Rows(rates...), insertBanks.Rows(banks...))
}

// Applies implements engine.Selective.
func (Settings) Applies() []domain.Event {
	return []domain.Event{pricing.FeeChanged{}, bank.ChannelChanged{}}
}

// Apply implements engine.Model.
func (Settings) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var rates readtable.Changes[string, FeeRate]
	var banks readtable.Changes[string, BankChannel]
	for _, env := range events {
		switch e := env.Event.(type) {
		case pricing.FeeChanged:
			*rates.ForKey(e.ChannelCode) = FeeRate{e.ChannelCode, e.Flat, e.Percent, e.VATInclusive, &e.At}
		case bank.ChannelChanged:
			*banks.ForKey(e.Code) = BankChannel{Code: e.Code, Active: e.Active, UpdatedAt: &e.At}
		}
	}
	return readtable.Run(ctx, tx, putRates.Rows(rates.List...), updateBanks.Rows(banks.List...))
}

// BankChannel is a bank that payouts can go to (API reference: Account).
type BankChannel struct {
	Code   string `json:"code"`
	Name   string `json:"name"`
	Active bool   `json:"active"`
	// WithdrawalFee is the flat part of the transfer fee including VAT, in rupiah.
	WithdrawalFee decimal.Decimal `json:"withdrawal_fee"`
	// UpdatedAt is nil for a bank that was never changed.
	UpdatedAt *time.Time `json:"-"`
}

func (b *BankChannel) columns(f *readtable.Fields) {
	f.At("code", &b.Code).At("name", &b.Name).At("active", &b.Active).At("updated_at", &b.UpdatedAt)
}

var bankChannelTable = readtable.TableOf("bank_channels", (*BankChannel).columns)

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
