package merchantapi

import (
	"gateway/domain"
	"gateway/domain/balance"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/payoutservice"

	"github.com/gin-gonic/gin"
)

// RequestSettlement is POST /settlements.
func (a *API) RequestSettlement(c *gin.Context) {
	envelope.HandleCreation(c, auth.ClientID(c), parseSettlement, a.Payouts.RequestSettlement)
}

// RequestClientSettlement is POST /client/settlements.
func (a *API) RequestClientSettlement(c *gin.Context) { a.RequestSettlement(c) }

func parseSettlement(body []byte) (payoutservice.SettlementRequest, error) {
	r, err := envelope.Parse[SettlementRequest](body)
	amount, wrong := payoutAmount(r.Amount, r.AmountAlias)
	err = domain.Together(err, unlessRefused("amount", err, wrong), envelope.CheckURL("url", r.URL))
	return payoutservice.SettlementRequest{
		Amount: amount, AccountNumber: r.AccountNumber, Bank: r.Bank, Purpose: r.Purpose, URL: r.URL, By: r.By, ExternalID: r.ExternalID,
	}, err
}

// ListOwnSettlements is GET /settlements.
func (a *API) ListOwnSettlements(c *gin.Context, params ListOwnSettlementsParams) {
	a.listPayouts(c, balance.Settlement, ListOwnWithdrawalsParams(params))
}

// GetSettlement is GET /settlements/{id}.
func (a *API) GetSettlement(c *gin.Context, id ID) {
	p, err := a.Queries.PayoutOf(c.Request.Context(), auth.ClientID(c), balance.Settlement, id)
	envelope.Respond(c, p, err)
}

// GetSettlementByExternalID is GET /settlements/external/{externalId}.
func (a *API) GetSettlementByExternalID(c *gin.Context, id ExternalID) {
	p, err := a.Queries.PayoutByExternal(c.Request.Context(), auth.ClientID(c), balance.Settlement, id)
	envelope.Respond(c, p, err)
}
