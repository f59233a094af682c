package pricingrows

import (
	"context"
	"maps"
	"slices"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

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
