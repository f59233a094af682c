package actservice

import (
	"context"

	"gateway/domain/routing"
	"gateway/http/service/approvalservice"
	"gateway/http/service/routingservice"
)

type changeRouting struct {
	Rules  []routing.Rule `json:"rules"`
	Reason string         `json:"reason,omitempty"`
}

func (a *Acts) registerRouting(approvals *approvalservice.Approvals) {
	a.changeRouting = approvalservice.Register(approvals, approvalservice.Act[changeRouting, routingservice.Shown]{
		Name: "routing.change", Ends: []string{routing.Changed{}.EventType()},
		Describe: func(c changeRouting) approvalservice.Description {
			return approvalservice.Description{
				What: "replace the rules of routing by: " + routing.Sentence(c.Rules), Subject: "routing", Reason: c.Reason,
			}
		},
		Explain: a.explainRouting,
		Run: func(ctx context.Context, rehearse bool, c changeRouting) (routingservice.Shown, error) {
			return a.on(rehearse).Routing.Change(ctx, c.Rules, c.Reason)
		},
	})
}

// ChangeRouting replaces the whole list of rules. The reason may be empty.
func (a *Acts) ChangeRouting(ctx context.Context, rules []routing.Rule, reason string) (any, error) {
	return a.changeRouting.Do(ctx, changeRouting{rules, reason})
}
