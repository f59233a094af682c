package bank

import (
	"maps"
	"strings"
	"time"

	"gateway/domain"
)

// Aggregate folds the one stream that records which banks administrators switched on or off.
var Aggregate = domain.Aggregate[State]{Category: "settings", Evolve: Evolve}

// Stream names that stream.
func Stream() string { return Aggregate.Stream("banks") }

// ChannelChanged switches a bank on or off as a destination of transfers.
type ChannelChanged struct {
	Code   string `json:"code"`
	Active bool   `json:"active"`
	// Reason is empty in older events.
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (ChannelChanged) EventType() string { return "bank_channel.changed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{ChannelChanged{}} }

// State knows which banks are active. In the zero State all banks are active.
type State struct{ active map[string]bool }

// Active reports whether the bank with this code exists and is switched on. It takes the code in upper or
// lower case, but no name: see Find.
func (s State) Active(code string) bool {
	code = canonicalCode(code)
	if active, changed := s.active[code]; changed {
		return active
	}
	return isCode(code)
}

// ChangeChannelCmd switches a bank on or off.
type ChangeChannelCmd struct {
	Code   string
	Active bool
	Reason string
	By     string
	At     time.Time
}

// ChangeChannel decides a ChangeChannelCmd. Checks: not_found code; the bank is on, or
// off, already: nothing happens.
func ChangeChannel(s State, cmd ChangeChannelCmd) ([]domain.Event, error) {
	code := canonicalCode(cmd.Code)
	if !isCode(code) {
		return nil, &domain.Refusal{
			Kind: domain.NotFound, Code: "not_found", Field: "code", Message: "there is no bank with this code",
		}
	}
	if s.Active(code) == cmd.Active {
		return nil, nil
	}
	return []domain.Event{ChannelChanged{Code: code, Active: cmd.Active, Reason: cmd.Reason, By: cmd.By, At: cmd.At}}, nil
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if e, ok := event.(ChannelChanged); ok {
		active := make(map[string]bool, len(s.active)+1)
		maps.Copy(active, s.active)
		active[e.Code] = e.Active
		s.active = active
	}
	return s
}

func canonicalCode(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// isCode is stricter than Find, which also takes names.
func isCode(code string) bool {
	b, ok := Find(code)
	return ok && b.Code == code
}
