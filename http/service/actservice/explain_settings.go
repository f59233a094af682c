package actservice

import (
	"context"
	"slices"
	"strings"

	"gateway/domain/account"
	"gateway/domain/pricing"
	"gateway/domain/routing"
	"gateway/eventstore"
	"gateway/http/service/accountservice"
	"gateway/http/service/adminservice"
	"gateway/http/service/approvalservice"
	"gateway/http/service/disputeservice"
	"gateway/http/service/periodservice"
	"gateway/projections/readmodel/clientrows"
)

func (a *Acts) explainDeduction(ctx context.Context, c disputeservice.DeductionCmd) (particulars, error) {
	facts := particulars{approvalservice.Rupiah(factAmount, c.Amount), approvalservice.Text(factReference, c.Reference)}
	for _, part := range c.Disputes {
		row, err := a.use.Disputes.Queries.Dispute(ctx, part.DisputeID)
		if err != nil {
			return nil, err
		}
		_, who, err := a.client(ctx, row.ClientID)
		if err != nil {
			return nil, err
		}
		facts = append(facts, approvalservice.Code(factDisputeID, numbered(part.DisputeID)), approvalservice.Rupiah("part", part.Amount))
		facts = append(facts, who...)
	}
	return facts, nil
}

func explainPeriod(_ context.Context, r periodservice.Request) (particulars, error) {
	facts := particulars{approvalservice.Code("period", r.Period)}
	for _, accepted := range r.Accepted {
		facts = append(facts, approvalservice.Text("accepted_finding", accepted.Finding+periodservice.ReasonFollows+accepted.Reason))
	}
	return facts, nil
}

// rateFacts say what a rate replaces.
func rateFacts(next, now pricing.Rate) particulars {
	return particulars{
		approvalservice.Rupiah(factFlat, next.Flat).Replacing(approvalservice.Rupiah("", now.Flat)),
		approvalservice.Percent(factPercent, next.Percent).Replacing(approvalservice.Percent("", now.Percent)),
		approvalservice.Flag(factVAT, next.VATInclusive).Replacing(approvalservice.Flag("", now.VATInclusive)),
	}
}

func (a *Acts) explainFee(ctx context.Context, c changeFee) (particulars, error) {
	now, err := a.use.Rates.Queries.FeeRate(ctx, c.ChannelCode)
	if err != nil {
		return nil, err
	}
	return append(particulars{approvalservice.Code(factChannel, c.ChannelCode)}, rateFacts(c.Rate, now.Rate())...), nil
}

// explainAppFee compares with the app's own rate, or with that of the channel if the app has none.
func (a *Acts) explainAppFee(ctx context.Context, c setAppFee) (particulars, error) {
	app, err := a.use.Accounts.Queries.App(ctx, c.AppID)
	if err != nil {
		return nil, err
	}
	_, facts, err := a.client(ctx, app.ClientID)
	if err != nil {
		return nil, err
	}
	own, err := a.use.Accounts.Queries.AppFees(ctx, app.ClientID, app.ID)
	if err != nil {
		return nil, err
	}
	var now pricing.Rate
	i := slices.IndexFunc(own, func(f clientrows.AppFee) bool { return f.ChannelCode == c.ChannelCode })
	if i >= 0 {
		now = pricing.Rate{Flat: own[i].Flat, Percent: own[i].Percent, VATInclusive: own[i].VATInclusive}
	} else {
		general, err := a.use.Rates.Queries.FeeRate(ctx, c.ChannelCode)
		if err != nil {
			return nil, err
		}
		now = general.Rate()
	}
	facts = append(facts, approvalservice.Text("app", app.Name), approvalservice.Code(factChannel, c.ChannelCode),
		approvalservice.Flag("own_rate_before", i >= 0))
	return append(facts, rateFacts(c.Rate, now)...), nil
}

func (a *Acts) explainRouting(ctx context.Context, c changeRouting) (particulars, error) {
	s, _, err := eventstore.Load(ctx, a.use.Routing.Log, routing.Aggregate, routing.Stream())
	if err != nil {
		return nil, err
	}
	now := s.Rules(a.use.Routing.Configured.Connections())
	var facts particulars
	for i := range max(len(now), len(c.Rules)) {
		rule := approvalservice.Text("rule", ruleAt(c.Rules, i)).Replacing(approvalservice.Text("", ruleAt(now, i)))
		facts = append(facts, rule)
	}
	return facts, nil
}

// ruleAt says what the rule at an index does; it is empty past the last one.
func ruleAt(rules []routing.Rule, i int) string {
	if i >= len(rules) {
		return ""
	}
	return numbered(int64(i)+1) + ". " + rules[i].String()
}

func (a *Acts) explainClient(ctx context.Context, c changeClient) (particulars, error) {
	now, facts, err := a.client(ctx, c.ClientID)
	facts = append(facts, approvalservice.Flag("auto_approval", c.AutoApproveWithdrawal).
		Replacing(approvalservice.Flag("", now.IsAutoApproveWithdrawal)))
	if c.SetCap {
		facts = append(facts, approvalservice.RupiahOr("daily_payout_cap", c.DailyPayoutCap).
			Replacing(approvalservice.RupiahOr("", now.DailyPayoutCap)))
	}
	if c.SetRefundCap {
		next := account.DefaultDailyRefundCap
		if c.DailyRefundCap != nil {
			next = *c.DailyRefundCap
		}
		facts = append(facts, approvalservice.Rupiah("daily_refund_cap", next).
			Replacing(approvalservice.Rupiah("", now.DailyRefundCap)))
	}
	if err != nil {
		return nil, err
	}
	changes, err := a.bankChanges(ctx, c.ClientID)
	return append(facts, changes...), err
}

// explainKey shows both keys masked.
func (a *Acts) explainKey(ctx context.Context, c accountservice.NewKey) (particulars, error) {
	_, facts, err := a.client(ctx, c.ClientID)
	if err != nil {
		return nil, err
	}
	keys, err := a.use.Accounts.Queries.Keys(ctx, c.ClientID)
	now := ""
	for _, key := range keys {
		if !key.Restricted && key.ExpiresAt == nil {
			now = key.MaskedKey
		}
	}
	return append(facts, approvalservice.Code("masked_key", c.Masked).Replacing(approvalservice.Code("", now)),
		approvalservice.Text("key_name", c.Name), approvalservice.Text("networks", strings.Join(c.Allow, ", "))), err
}

func (a *Acts) explainResetLink(ctx context.Context, c accountservice.NewResetLink) (particulars, error) {
	client, facts, err := a.client(ctx, c.ClientID)
	return append(facts, approvalservice.Text(factEmail, client.Email), approvalservice.Flag("second_factor_removed", true)), err
}

func (a *Acts) explainNewAdmin(_ context.Context, c createAdmin) (particulars, error) {
	return particulars{
		approvalservice.Text(factEmail, c.Email), approvalservice.Code(factRole, c.Role).Replacing(approvalservice.Code("", "")),
	}, nil
}

func (a *Acts) explainRole(ctx context.Context, c changeRole) (particulars, error) {
	now, err := a.use.Admins.Queries.Admin(ctx, c.AdminID)
	return particulars{
		approvalservice.Text(factEmail, now.Email), approvalservice.Code(factRole, c.Role).Replacing(approvalservice.Code("", now.Role)),
	}, err
}

func (a *Acts) explainEnabling(ctx context.Context, c enableAdmin) (particulars, error) {
	now, err := a.use.Admins.Queries.Admin(ctx, c.AdminID)
	return particulars{approvalservice.Text(factEmail, now.Email), approvalservice.Code(factRole, now.Role)}, err
}

func (a *Acts) explainReset(ctx context.Context, c adminservice.Reset) (particulars, error) {
	now, err := a.use.Admins.Queries.Admin(ctx, c.AdminID)
	return particulars{
		approvalservice.Text(factEmail, now.Email), approvalservice.Code(factRole, now.Role),
		approvalservice.Flag("second_factor_removed", c.SecondFactor),
	}, err
}
