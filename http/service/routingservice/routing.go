// Package routingservice implements the use cases of routing: which connection makes a payment or a payout, why,
// and the change of the rules. Package domain/routing has the decisions.
package routingservice

import (
	"context"
	"slices"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/routing"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/connectionservice"

	"github.com/shopspring/decimal"
)

// Connections knows the configured connections to providers. It is safe for concurrent use.
type Connections interface {
	// Connections lists them in the order of the configuration.
	Connections() []routing.Connection
}

// Routing implements the use cases.
type Routing struct {
	*service.Core
	Configured Connections
	// Contracts tell more of the connections, by name.
	Contracts map[string]Contract
	// Health knows which connections fail.
	Health *Health
	// Bindings has the log name a connection before it is asked. It may be nil.
	Bindings *connectionservice.Bindings
}

// Bind implements paymentservice.Router.
func (r Routing) Bind(ctx context.Context, connection string) error {
	if r.Bindings == nil {
		return nil
	}
	return r.Bindings.Bind(ctx, connection)
}

// Choose chooses the connections for a payment or a payout that is about to be made, in the order in which they are
// tried. floats are what a payout may cost at a connection, in rupiah, as far as that is known; nil for a payment.
func (r Routing) Choose(ctx context.Context, q routing.Question, floats map[string]decimal.Decimal) (routing.Choice, error) {
	connections := r.Configured.Connections()
	var state routing.State
	if len(connections) > 1 { // with a single connection, no rule can choose another one, so the log is not read
		var err error
		if state, err = r.load(ctx); err != nil {
			return routing.Choice{}, err
		}
	}
	return r.choose(state.Rules(connections), q, r.candidates(connections, q, floats)), nil
}

// choose leaves out of the healthy a connection that another caller is probing just now.
func (r Routing) choose(rules []routing.Rule, q routing.Question, candidates []routing.Candidate) routing.Choice {
	for {
		choice := routing.Choose(rules, q, candidates)
		if len(choice.Order) == 0 {
			return choice
		}
		first := slices.IndexFunc(candidates, func(c routing.Candidate) bool { return c.Name == choice.Order[0] })
		if candidates[first].Failing || r.Health.Admit(candidates[first].Name, SubjectOf(q)) {
			return choice
		}
		candidates[first].Failing = true
	}
}

// Makes reports whether a connection would make a payment or a payout, also one that fails now. It changes nothing: a
// probe that is due is left to a payment or a payout.
func (r Routing) Makes(ctx context.Context, q routing.Question) (bool, error) {
	state, err := r.load(ctx)
	if err != nil {
		return false, err
	}
	connections := r.Configured.Connections()
	rules := state.Rules(connections)
	if len(connections) == 1 { // Choose leaves the rules aside
		rules = routing.DefaultRules(connections)
	}
	return len(routing.Choose(rules, q, r.candidates(connections, q, nil)).Order) > 0, nil
}

// Gaps says what no connection makes, by the rules in force (routing.Gaps).
func (r Routing) Gaps(ctx context.Context) ([]string, error) {
	connections := r.Configured.Connections()
	if len(connections) < 2 { // Choose leaves the rules aside
		return routing.Gaps(nil, connections), nil
	}
	state, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	return routing.Gaps(state.Last.Rules, connections), nil
}

func (r Routing) candidates(connections []routing.Connection, q routing.Question, floats map[string]decimal.Decimal) []routing.Candidate {
	all := make([]routing.Candidate, len(connections))
	for i, c := range connections {
		all[i] = routing.Candidate{Name: c.Name, Off: c.Off, Offers: c.Offers(q)}
		all[i].Failing, all[i].FailureRate = r.Health.Of(c.Name, SubjectOf(q))
		if float, known := floats[c.Name]; known {
			all[i].Float = &float
		}
	}
	return all
}

func (r Routing) load(ctx context.Context) (routing.State, error) {
	state, _, err := eventstore.Load(ctx, r.Log, routing.Aggregate, routing.Stream())
	return state, err
}

// Rules returns the rules in force, with the connections that they can name.
func (r Routing) Rules(ctx context.Context) (Shown, error) {
	state, err := r.load(ctx)
	if err != nil {
		return Shown{}, err
	}
	return r.shown(state), nil
}

// Change replaces the whole list of rules, for payments and payouts from now on. The reason may be empty. Its
// refusals are those of routing.Change.
func (r Routing) Change(ctx context.Context, rules []routing.Rule, reason string) (Shown, error) {
	unknown, err := r.unknownClients(ctx, rules)
	if err != nil {
		return Shown{}, err
	}
	change := routing.ChangeCmd{
		Rules: rules, Connections: r.Configured.Connections(), UnknownClients: unknown, Reason: reason, By: service.Actor(ctx), At: r.Now(),
	}
	out, err := service.Execute(ctx, r.Core, routing.Aggregate, routing.Stream(),
		func(s routing.State) ([]domain.Event, error) { return routing.Change(s, change) })
	if err != nil {
		return Shown{}, err
	}
	return r.shown(out.State), nil
}

// unknownClients returns the ids in the rules that no client has. It looks at no more of them than a list of rules
// may name; routing.Change refuses a longer one.
func (r Routing) unknownClients(ctx context.Context, rules []routing.Rule) (unknown []int64, err error) {
	if len(rules) > routing.MaxRules {
		return nil, nil
	}
	seen := map[int64]bool{}
	for _, rule := range rules {
		if len(rule.Clients) > routing.MaxClients {
			continue
		}
		for _, id := range rule.Clients {
			if seen[id] {
				continue
			}
			seen[id] = true
			known, err := r.clientExists(ctx, id)
			if err != nil {
				return nil, err
			}
			if !known {
				unknown = append(unknown, id)
			}
		}
	}
	return unknown, nil
}

func (r Routing) clientExists(ctx context.Context, id int64) (bool, error) {
	if id <= 0 {
		return false, nil
	}
	s, _, err := eventstore.Load(ctx, r.Log, account.Aggregate, account.Stream(id))
	return s.Exists, err
}

// Fixed is a list of connections that does not change.
type Fixed []routing.Connection

// Connections lists them.
func (f Fixed) Connections() []routing.Connection { return slices.Clone(f) }
