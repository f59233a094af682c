package adminapi

import (
	"context"
	"strings"

	"gateway/projections/readmodel/pricingrows"
)

func (a *Admin) banks(ctx context.Context) ([]pricingrows.BankChannel, error) {
	const activeOnly = false
	return a.Queries.BankChannels(ctx, activeOnly)
}

func (a *Admin) changeBank(ctx context.Context, code BankCode, r BankChannelRequest) (pricingrows.BankChannel, error) {
	return a.Banks.Change(ctx, strings.ToUpper(code), r.Active, r.Reason)
}
