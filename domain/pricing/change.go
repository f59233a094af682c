package pricing

import (
	"maps"
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Aggregate folds the one stream of rates that administrators changed.
var Aggregate = domain.Aggregate[State]{Category: "settings", Evolve: Evolve}

// Stream names that stream.
func Stream() string { return Aggregate.Stream("fees") }

// FeeChanged sets the rate of a channel for all apps without their own rate. Existing payments keep the rate
// that they were created with.
type FeeChanged struct {
	ChannelCode  string          `json:"channel_code"`
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
	// Reason is empty in older events.
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (FeeChanged) EventType() string { return "fee.changed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{FeeChanged{}} }

// State is the table of rates in force. The zero State holds the default rates.
type State struct{ changed map[string]Rate }

// Rate returns the rate of a channel code, or of TransferCode, in upper or lower case; false if there is no
// such code.
func (s State) Rate(code string) (Rate, bool) {
	code = canonicalCode(code)
	if rate, ok := s.changed[code]; ok {
		return rate, true
	}
	return DefaultRate(code)
}

// Rates returns the whole table by code. The caller may change it.
func (s State) Rates() map[string]Rate {
	rates := DefaultRates()
	maps.Copy(rates, s.changed)
	return rates
}

// ChangeFeeCmd sets the rate of one channel, or of TransferCode.
type ChangeFeeCmd struct {
	ChannelCode string
	Rate        Rate
	Reason      string
	By          string
	At          time.Time
}

// ChangeFee decides a ChangeFeeCmd. Checks: not_found channel_code; invalid_field flat
// or percent (Rate.Check); the rate is in force already: nothing happens.
func ChangeFee(s State, cmd ChangeFeeCmd) ([]domain.Event, error) {
	code := canonicalCode(cmd.ChannelCode)
	current, ok := s.Rate(code)
	if !ok {
		return nil, &domain.Refusal{
			Kind: domain.NotFound, Code: "not_found", Field: "channel_code", Message: "there is no channel with this code",
		}
	}
	if err := cmd.Rate.Check(); err != nil {
		return nil, err
	}
	if cmd.Rate.Equal(current) {
		return nil, nil
	}
	return []domain.Event{FeeChanged{
		ChannelCode: code, Flat: cmd.Rate.Flat, Percent: cmd.Rate.Percent, VATInclusive: cmd.Rate.VATInclusive,
		Reason: cmd.Reason, By: cmd.By, At: cmd.At,
	}}, nil
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if e, ok := event.(FeeChanged); ok {
		changed := make(map[string]Rate, len(s.changed)+1)
		maps.Copy(changed, s.changed)
		changed[e.ChannelCode] = Rate{Flat: e.Flat, Percent: e.Percent, VATInclusive: e.VATInclusive}
		s.changed = changed
	}
	return s
}
