package adminapi

import (
	"context"
	"strings"

	"gateway/http/api/envelope"
	"gateway/projections/readmodel/pricingrows"

	"github.com/gin-gonic/gin"
)

// ListAllBankChannels is GET /admin/bank-channels.
func (a *Admin) ListAllBankChannels(c *gin.Context) {
	const activeOnly = false
	banks, err := a.Queries.BankChannels(c.Request.Context(), activeOnly)
	envelope.Respond(c, banks, err)
}

// ChangeBankChannel is PUT /admin/bank-channels/{code}.
func (a *Admin) ChangeBankChannel(c *gin.Context, code BankCode) {
	envelope.Handle(c, envelope.Parse, func(ctx context.Context, r BankChannelRequest) (pricingrows.BankChannel, error) {
		return a.Banks.Change(ctx, strings.ToUpper(code), r.Active, r.Reason)
	})
}
