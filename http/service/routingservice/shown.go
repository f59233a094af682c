package routingservice

import (
	"time"

	"gateway/domain/routing"
	"gateway/http/service"

	"github.com/shopspring/decimal"
)

// Shown is the schema Routing of the API. ChangedBy and ChangedAt are nil, and Default true, before administrators
// changed the rules.
type Shown struct {
	Rules       []ShownRule       `json:"rules"`
	Default     bool              `json:"default"`
	ChangedBy   *string           `json:"changed_by"`
	ChangedAt   *time.Time        `json:"changed_at"`
	Reason      string            `json:"reason"`
	Connections []ShownConnection `json:"connections"`
}

// ShownRule is a routing.Rule with all fields.
type ShownRule struct {
	Kind        routing.Kind     `json:"kind"`
	Channels    []string         `json:"channels"`
	Banks       []string         `json:"banks"`
	Clients     []int64          `json:"clients"`
	MinAmount   *decimal.Decimal `json:"min_amount"`
	MaxAmount   *decimal.Decimal `json:"max_amount"`
	Connections []string         `json:"connections"`
	Weights     []routing.Weight `json:"weights"`
}

// ShownConnection is a connection, which takes new payments and payouts if it is active. Failing has the subjects for
// which its creations fail at this instance.
type ShownConnection struct {
	Name     string    `json:"name"`
	Active   bool      `json:"active"`
	Channels []string  `json:"channels"`
	Payouts  bool      `json:"payouts"`
	Failing  []Subject `json:"failing"`
}

func (r Routing) shown(s routing.State) Shown {
	connections := r.Configured.Connections()
	shown := Shown{Default: s.IsDefault(), Rules: []ShownRule{}, Reason: s.Last.Reason, Connections: []ShownConnection{}}
	if !shown.Default {
		at := s.Last.At.UTC()
		shown.ChangedBy, shown.ChangedAt = service.NilIfEmpty(s.Last.By), &at
	}
	for _, rule := range s.Rules(connections) {
		shown.Rules = append(shown.Rules, showRule(rule))
	}
	for _, c := range connections {
		shown.Connections = append(shown.Connections, ShownConnection{
			Name: c.Name, Active: !c.Off, Channels: orEmpty(c.Channels), Payouts: c.Payouts, Failing: r.failing(c.Name),
		})
	}
	return shown
}

func showRule(r routing.Rule) ShownRule {
	return ShownRule{
		Kind: r.Kind, Channels: orEmpty(r.Channels), Banks: orEmpty(r.Banks), Clients: orEmpty(r.Clients), MinAmount: r.MinAmount,
		MaxAmount: r.MaxAmount, Connections: orEmpty(r.Connections), Weights: orEmpty(r.Weights),
	}
}

func (r Routing) failing(connection string) []Subject {
	failing := []Subject{}
	for _, subject := range Subjects() {
		if r.Health.Fails(connection, subject) {
			failing = append(failing, subject)
		}
	}
	return failing
}

// orEmpty returns a list that is written as [], not as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
