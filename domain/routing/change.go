package routing

import (
	"slices"
	"time"

	"gateway/domain"
)

// Aggregate folds the one stream of rules that administrators changed.
var Aggregate = domain.Aggregate[State]{Category: "settings", Evolve: Evolve}

// Stream names that stream.
func Stream() string { return Aggregate.Stream("routing") }

// Changed replaces the whole list of rules, for payments and payouts that are made from now on.
type Changed struct {
	Rules  []Rule    `json:"rules"`
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// EventType is the wire name.
func (Changed) EventType() string { return "routing.changed.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event { return []domain.Event{Changed{}} }

// State is the list of rules. The zero State stands for the rules of DefaultRules.
type State struct {
	// Last is the last change; zero before the first.
	Last Changed
}

// DefaultRules are the rules before any change: everything goes to the connections in the order of the
// configuration.
func DefaultRules(connections []Connection) []Rule {
	names := make([]string, len(connections))
	for i, c := range connections {
		names[i] = c.Name
	}
	return []Rule{{Kind: Payment, Connections: names}, {Kind: Payout, Connections: names}}
}

// Rules returns the rules in force, of the configured connections if administrators set none. The caller must
// not change them.
func (s State) Rules(connections []Connection) []Rule {
	if s.IsDefault() {
		return DefaultRules(connections)
	}
	return s.Last.Rules
}

// IsDefault reports whether administrators set no rules yet.
func (s State) IsDefault() bool { return len(s.Last.Rules) == 0 }

// ChangeCmd replaces the list of rules. Connections are those of the configuration, in its order. UnknownClients
// are the ids of clients in the rules that do not exist.
type ChangeCmd struct {
	Rules          []Rule
	Connections    []Connection
	UnknownClients []int64
	Reason         string
	By             string
	At             time.Time
}

// Change decides a ChangeCmd. Codes may be in lower case. Checks: invalid_field, which names all wrong fields (see
// check); the rules are in force already: nothing happens.
func Change(s State, cmd ChangeCmd) ([]domain.Event, error) {
	rules, err := checked(cmd)
	if err != nil {
		return nil, err
	}
	if slices.EqualFunc(rules, s.Rules(cmd.Connections), Rule.equal) {
		return nil, nil
	}
	return []domain.Event{Changed{Rules: rules, Reason: cmd.Reason, By: cmd.By, At: cmd.At}}, nil
}

// Evolve returns the state after the event.
func Evolve(s State, event domain.Event) State {
	if e, ok := event.(Changed); ok {
		s.Last = e
	}
	return s
}
