package readmodel

import (
	"context"
	"maps"
	"slices"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// settings projects the rate of each channel and which banks are active. Its tables
// start with the default rates and all banks.
type settings struct{}

func (settings) Name() string     { return "settings" }
func (settings) Tables() []string { return []string{"fee_rates", "bank_channels"} }

var (
	rateColumns = []string{"channel_code text", "flat numeric", "percent numeric", "vat_inclusive boolean"}
	insertRates = insertStatement("fee_rates", rateColumns...)
	insertBanks = insertStatement("bank_channels", "code text", "name text", "active boolean")

	upsertRates = insertStatement("fee_rates", slices.Concat(rateColumns, []string{"updated_at timestamptz"})...) +
		` ON CONFLICT (channel_code) DO UPDATE SET flat = excluded.flat, percent = excluded.percent,
		vat_inclusive = excluded.vat_inclusive, updated_at = excluded.updated_at`
	updateBanks = updateStatement("bank_channels", []string{"code text"}, "active boolean", "updated_at timestamptz")
)

// Seed implements engine.Seeder.
func (settings) Seed(ctx context.Context, tx *engine.Tx) error {
	var rates, banks batch
	defaults := pricing.DefaultRates()
	for _, code := range slices.Sorted(maps.Keys(defaults)) {
		r := defaults[code]
		rates.add(code, r.Flat, r.Percent, r.VATInclusive)
	}
	for _, b := range bank.All() {
		banks.add(b.Code, b.Name, true)
	}
	return execAll(ctx, tx, write{&rates, insertRates}, write{&banks, insertBanks})
}

// Applies implements engine.Selective.
func (settings) Applies() []domain.Event {
	return []domain.Event{pricing.FeeChanged{}, bank.ChannelChanged{}}
}

// Apply implements engine.Model.
func (settings) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var rates changes[string, pricing.FeeChanged]
	var banks changes[string, bank.ChannelChanged]
	for _, env := range events {
		switch e := env.Event.(type) {
		case pricing.FeeChanged:
			*rates.forKey(e.ChannelCode) = e
		case bank.ChannelChanged:
			*banks.forKey(e.Code) = e
		}
	}
	var changed, switched batch
	for _, e := range rates.list {
		changed.add(e.ChannelCode, e.Flat, e.Percent, e.VATInclusive, e.At)
	}
	for _, e := range banks.list {
		switched.add(e.Code, e.Active, e.At)
	}
	return execAll(ctx, tx, write{&changed, upsertRates}, write{&switched, updateBanks})
}
