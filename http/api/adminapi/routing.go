package adminapi

import (
	"context"

	"gateway/domain/money"
	"gateway/domain/routing"
	"gateway/http/service/routingservice"

	"github.com/shopspring/decimal"
)

func (a *Admin) changeRouting(ctx context.Context, r RoutingRequest) (any, error) {
	rules := make([]routing.Rule, len(r.Rules))
	for i, rule := range r.Rules {
		rules[i] = routing.Rule{
			Kind: routing.Kind(rule.Kind), Channels: rule.Channels, Banks: rule.Banks, Clients: rule.Clients,
			MinAmount: amountOrNone(rule.MinAmount), MaxAmount: amountOrNone(rule.MaxAmount), Connections: rule.Connections,
		}
		for _, w := range rule.Weights {
			rules[i].Weights = append(rules[i].Weights, routing.Weight{Connection: w.Connection, Weight: w.Weight})
		}
	}
	return a.Acts.ChangeRouting(ctx, rules, r.Reason)
}

func amountOrNone(input money.Input) *decimal.Decimal {
	if !input.Set {
		return nil
	}
	return &input.Value
}

func (a *Admin) explainRouting(ctx context.Context, q RoutingQuestion) (routingservice.Explained, error) {
	return a.Routing.Explain(ctx, routingservice.Ask{
		Kind: routing.Kind(q.Kind), ChannelCode: q.ChannelCode, BankCode: q.BankCode, Amount: q.Amount.Value, ClientID: q.ClientID, ID: q.ID,
	})
}
