package routingservice

import (
	"context"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/domain/routing"

	"github.com/shopspring/decimal"
)

// Ask is a question about a payment or a payout that is not made.
type Ask struct {
	// Kind is a payment if it is empty.
	Kind routing.Kind
	// ChannelCode is that of a payment, BankCode that of a payout.
	ChannelCode, BankCode string
	// Amount is in rupiah.
	Amount   decimal.Decimal
	ClientID int64
	// ID, which may be empty, decides between weights: a transaction_id, or the number of a payout.
	ID string
}

// Explained is the schema RoutingExplanation of the API. Rule is the number of the rule that matched, 1 for the first.
type Explained struct {
	Rule        int             `json:"rule"`
	Matched     ShownRule       `json:"matched"`
	Connections []ExplainedStep `json:"connections"`
}

// ExplainedStep is a connection, with its place among those that are tried, or nil, and with the reason. Share is
// the percentage of such payments or payouts that it gets first now.
type ExplainedStep struct {
	Connection string      `json:"connection"`
	Place      *int        `json:"place"`
	Reason     routing.Why `json:"reason"`
	Share      float64     `json:"share"`
}

// Explain says which rule matches, and which connections would be tried in which order, and why. It changes nothing.
// Refusal: invalid_field kind, channel_code, bank_code or client_id.
func (r Routing) Explain(ctx context.Context, a Ask) (Explained, error) {
	q, err := r.question(ctx, a)
	if err != nil {
		return Explained{}, err
	}
	state, err := r.load(ctx)
	if err != nil {
		return Explained{}, err
	}
	connections := r.Configured.Connections()
	rules := state.Rules(connections)
	choice := routing.Choose(rules, q, r.candidates(connections, q, nil))
	explained := Explained{Rule: choice.Rule, Matched: showRule(rules[choice.Rule-1]), Connections: []ExplainedStep{}}
	for _, c := range choice.Considered {
		step := ExplainedStep{Connection: c.Connection, Reason: c.Why, Share: c.Share}
		if c.Place > 0 {
			step.Place = &c.Place
		}
		explained.Connections = append(explained.Connections, step)
	}
	return explained, nil
}

func (r Routing) question(ctx context.Context, a Ask) (routing.Question, error) {
	q := routing.Question{Kind: a.Kind, ClientID: a.ClientID, Amount: a.Amount}
	if a.ID != "" {
		q.Draw = routing.DrawOf(a.ID)
	}
	if q.Kind == "" {
		q.Kind = routing.Payment
	}
	var wrong error
	switch q.Kind {
	case routing.Payment:
		q.Channel, wrong = channelOf(a.ChannelCode)
	case routing.Payout:
		q.Bank, wrong = bankOf(a.BankCode)
	default:
		wrong = domain.InvalidField("kind", "must be %s or %s", routing.Payment, routing.Payout)
	}
	known, err := r.clientExists(ctx, a.ClientID)
	if err != nil {
		return q, err
	}
	if !known {
		return q, domain.Together(wrong, domain.InvalidField("client_id", "there is no such client"))
	}
	return q, wrong
}

func channelOf(code string) (string, error) {
	channel, err := pricing.Named("channel_code", code, "")
	return channel.Code, err
}

func bankOf(code string) (string, error) {
	b, known := bank.Find(code)
	if !known {
		return "", domain.UnknownCode("bank_code", bank.State{}.Codes())
	}
	return b.Code, nil
}
