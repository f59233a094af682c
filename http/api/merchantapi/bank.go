package merchantapi

import (
	"context"
	"strings"

	"gateway/projections/readmodel/pricingrows"
)

func (a *API) activeBanks(ctx context.Context) ([]pricingrows.BankChannel, error) {
	return a.Queries.BankChannels(ctx, true)
}

func (a *API) bank(ctx context.Context, code BankCode) (pricingrows.BankChannel, error) {
	return a.Queries.BankChannel(ctx, strings.ToUpper(code))
}
