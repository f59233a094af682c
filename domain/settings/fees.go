package settings

import (
	"maps"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"gateway/domain"
	"gateway/domain/pricing"
)

// Fees folds `settings-fees`.
var Fees = domain.Aggregate[FeesState]{Category: category, Evolve: evolveFees}

// FeeChanged says that from now on the channel charges this, for all apps without
// a fee of their own. Payments that exist keep the rate they were created with.
type FeeChanged struct {
	ChannelCode  string          `json:"channel_code"`
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
	By           string          `json:"by"`
	At           time.Time       `json:"at"`
}

// EventType is the wire name.
func (FeeChanged) EventType() string { return "fee.changed.v1" }

// FeesState is the rates table in force. The zero value is the defaults.
type FeesState struct{ changed map[string]pricing.Rate }

// Rate gives the rate of a channel code (fees.TransferCode included), in upper or
// lower case; false when there is no such code.
func (s FeesState) Rate(code string) (pricing.Rate, bool) {
	code = canonical(code)
	if rate, ok := s.changed[code]; ok {
		return rate, true
	}
	return pricing.DefaultRate(code)
}

// Rates gives the whole table, one row for each code. The map is the caller's.
func (s FeesState) Rates() map[string]pricing.Rate {
	rates := pricing.DefaultRates()
	maps.Copy(rates, s.changed)
	return rates
}

// FeeChange is the command to change the fee of one channel, by whom and when.
type FeeChange struct {
	ChannelCode string
	Rate        pricing.Rate
	By          string
	At          time.Time
}

// ChangeFee decides a FeeChange. It refuses, in this order, an unknown channel (a
// domain.NotFound) and a rate that fees.Rate.Check refuses. The rate in force
// already is no event.
func ChangeFee(s FeesState, c FeeChange) ([]domain.Event, error) {
	code := canonical(c.ChannelCode)
	current, ok := s.Rate(code)
	if !ok {
		return nil, unknown("channel_code", "there is no channel with this code")
	}
	if err := c.Rate.Check(); err != nil {
		return nil, err
	}
	if c.Rate.Equal(current) {
		return nil, nil
	}
	return []domain.Event{FeeChanged{
		ChannelCode: code, Flat: c.Rate.Flat, Percent: c.Rate.Percent, VATInclusive: c.Rate.VATInclusive, By: c.By, At: c.At,
	}}, nil
}

func evolveFees(s FeesState, event domain.Event) FeesState {
	if e, ok := event.(FeeChanged); ok {
		s.changed = with(s.changed, e.ChannelCode, pricing.Rate{Flat: e.Flat, Percent: e.Percent, VATInclusive: e.VATInclusive})
	}
	return s
}

// with copies the map before it changes it: older states are still read.
func with[V any](m map[string]V, key string, value V) map[string]V {
	c := make(map[string]V, len(m)+1)
	maps.Copy(c, m)
	c[key] = value
	return c
}

func canonical(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

func unknown(field, message string) error {
	return &domain.Refusal{Kind: domain.NotFound, Code: "not_found", Field: field, Message: message}
}
