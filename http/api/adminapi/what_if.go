package adminapi

import (
	"context"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
	"gateway/domain/whatif"
	"gateway/http/api/envelope"
	"gateway/projections/audit/books"
)

// whatIfView is the schema WhatIf of the API.
type whatIfView struct {
	ClientID int64     `json:"client_id"`
	From     time.Time `json:"from"`
	To       time.Time `json:"to"`
	whatif.Comparison
}

// whatIf changes nothing.
func (a *Admin) whatIf(ctx context.Context, id ID, r WhatIfRequest) (whatIfView, error) {
	in, err := a.Balances.PeriodRange(ctx, r.Month, r.From, r.To)
	if err != nil {
		return whatIfView{}, err
	}
	comparison, err := a.Balances.WhatIf(ctx, id, in, ruleOf(r))
	return whatIfView{id, in.From.UTC(), endOf(in, a.Balances.Now()), comparison}, err
}

func parseWhatIf(body []byte) (WhatIfRequest, error) {
	r, err := envelope.Parse[WhatIfRequest](body)
	var inclusive, days error
	if r.VATInclusive != nil && !r.Flat.Set && !r.Percent.Set {
		inclusive = domain.InvalidField("vat_inclusive", "goes with flat or percent")
	}
	if r.HoldDays != nil && r.HoldUntilSettled == nil {
		days = domain.InvalidField("hold_days", "goes with hold_until_settled")
	}
	if err != nil || inclusive != nil || days != nil {
		return r, domain.Together(err, inclusive, days)
	}
	return r, ruleOf(r).Check()
}

func ruleOf(r WhatIfRequest) whatif.Rule {
	rule := whatif.Rule{ChannelCode: strings.ToUpper(r.ChannelCode)}
	if r.Flat.Set || r.Percent.Set {
		rule.Rate = &pricing.Rate{Flat: r.Flat.Value, Percent: r.Percent.Value, VATInclusive: r.VATInclusive != nil && *r.VATInclusive}
	}
	if r.VATRate.Set {
		rule.VATRate = &r.VATRate.Value
	}
	if r.HoldUntilSettled != nil {
		rule.Hold = &whatif.Hold{UntilSettled: *r.HoldUntilSettled}
		if r.HoldDays != nil {
			rule.Hold.Days = *r.HoldDays
		}
	}
	return rule
}

// endOf returns the last moment of the range that the question covers.
func endOf(in books.Range, now time.Time) time.Time {
	if in.To.IsZero() || in.To.After(now) {
		return now.UTC()
	}
	return in.To.UTC()
}
