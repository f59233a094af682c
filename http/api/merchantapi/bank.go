package merchantapi

import (
	"strings"

	"gateway/http/api/envelope"

	"github.com/gin-gonic/gin"
)

// ListActiveBankChannels is GET /bank-channels/active.
func (a *API) ListActiveBankChannels(c *gin.Context) {
	channels, err := a.Queries.BankChannels(c.Request.Context(), true)
	envelope.Respond(c, channels, err)
}

// GetBankChannel is GET /bank-channels/code/{code}.
func (a *API) GetBankChannel(c *gin.Context, code BankCode) {
	channel, err := a.Queries.BankChannel(c.Request.Context(), strings.ToUpper(code))
	envelope.Respond(c, channel, err)
}
