package merchant

import (
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/payout"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// RequestSettlement is POST /settlements.
func (a *API) RequestSettlement(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), parseSettlement, a.Payouts.RequestSettlement)
}

// RequestClientSettlement is POST /client/settlements.
func (a *API) RequestClientSettlement(c *gin.Context) { a.RequestSettlement(c) }

func parseSettlement(body []byte) (payout.SettlementRequest, error) {
	r, err := envelope.Parse[SettlementRequest](body)
	var amount decimal.Decimal
	if err == nil {
		amount, err = payoutAmount(r.Amount, r.AmountAlias)
	}
	return payout.SettlementRequest{
		Amount: amount, AccountNumber: r.AccountNumber, Bank: r.Bank, Purpose: r.Purpose, By: r.By, ExternalID: r.ExternalID,
	}, err
}
