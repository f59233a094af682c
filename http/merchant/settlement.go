package merchant

import (
	"gateway/http/envelope"
	"gateway/http/service/payout"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// RequestSettlement is POST /settlements.
func (a *API) RequestSettlement(c *gin.Context) {
	envelope.HandleCreation(c, clientOf(c), parseSettlement, a.payouts.RequestSettlement)
}

// RequestClientSettlement is POST /client/settlements.
func (a *API) RequestClientSettlement(c *gin.Context) { a.RequestSettlement(c) }

func parseSettlement(body []byte) (payout.SettlementRequest, error) {
	r, err := envelope.Parse[SettlementRequest](body)
	var amount decimal.Decimal
	if err == nil {
		amount, err = payoutAmount(r.Jumlah, r.Amount)
	}
	return payout.SettlementRequest{
		Amount: amount, AccountNumber: r.Norek, Bank: r.Bank, Purpose: r.Tujuan, By: r.By, ExternalID: r.ExternalID,
	}, err
}
