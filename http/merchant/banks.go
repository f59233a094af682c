package merchant

import (
	"strings"

	"github.com/gin-gonic/gin"
)

// ListActiveBankChannels is GET /bank-channels/active.
func (a *API) ListActiveBankChannels(c *gin.Context) {
	channels, err := a.Queries.BankChannels(c.Request.Context(), true)
	answer(c, channels, err)
}

// GetBankChannel is GET /bank-channels/code/{code}.
func (a *API) GetBankChannel(c *gin.Context, code BankCode) {
	channel, err := a.Queries.BankChannel(c.Request.Context(), strings.ToUpper(code))
	answer(c, channel, err)
}
